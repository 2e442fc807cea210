"""What is said of the talk, not of the speaker's world: greetings, praise, feelings of the moment, what is taken up of it (row R12)."""

from __future__ import annotations

import re

from keepsake.rules.reading.lexicon import content_words

MOST_TALK = 9
"""Words of an answer that only nods, thanks or shrugs."""
MOST_LEANING = 2
"""Content words of a statement about "it" or "them" that says too little to stand, whatever is beside it."""

_PRAISES = re.compile(
    r"^(?:that|this|these|those|it|they|(?:your|that|this) [\w' -]{2,40}?|(?:these|those)(?: [\w-]+){1,4}?)(?:['’]s|['’]re|s| is| are"
    r"| was| were| all| really| do| does| sounds?| looks?| seems?| would be| could be| must have been| will){1,3}\b.{0,40}?\b(?:great"
    r"|good|nice|helpful|perfect|fascinating|interesting|sad|amazing|awesome|wonderful|fantastic|useful|cool|valuable|brilliant|excellent"
    r"|impressive|inspiring|true|right|fair|clear|funny|fun|delicious|exciting|reassuring|insightful|gorgeous|overwhelming|confusing"
    r"|crazy|wild|incredible|exactly what|a lot|easy|easier|better|best|help)\b",
    re.IGNORECASE,
)
_GOOD_IDEA = re.compile(
    r"^(?!(?:my|our)\b)(?:[\w'’-]+ ){1,10}?(?:is|are|sounds?(?: like)?|seems?(?: like)?|would be|could be) (?:(?:also|really|such"
    r"|definitely|actually|all) ){0,2}(?:an? )?(?:really |very )?(?:great|good|nice|excellent|wonderful|fantastic|lovely|perfect|helpful"
    r"|useful|valuable) ?(?:ideas?|suggestions?|points?|tips?|advice|thoughts?|plans?|approach(?:es)?|starts?|options?)?$",
    re.IGNORECASE,
)
"""Praise of what was suggested: `Meal prepping is a great idea`."""
_VIEW = re.compile(
    r"^i (?:(?:really|also|just|definitely) )*(?:think|feel|believe|guess|agree|know|understand|like how)(?: that)? (?=\S)", re.IGNORECASE
)
_HOLDS_FOR_ALL = re.compile(
    r"\b(?:is|are|['’]s|can be|would be)\b (?:\w+ ){0,3}?(?:vital|key|important|essential|crucial|necessary|possible|inspiring|rewarding"
    r"|therapeutic|amazing|awesome|incredible|the right \w+|worth it)\b|\bwill (?:\w+ )?help$",
    re.IGNORECASE,
)
"""`Taking breaks is key`."""
_ABOUT_SOMEBODY = re.compile(r"\b(?:i|i['’]\w+|im|ive|me|my|mine|he|she|his|her)\b|\d", re.IGNORECASE)
_ASIDE = re.compile(
    r"^(?:speaking of|talking of|(?:now,? )?(?:on ?to|back to) (?:another|the next|a different)\b|(?:say,? )?while we(?:['’]re"
    r"| are) (?:on|at)\b|on (?:a|an|another|the|that) (?:different |other |side |related )?(?:note|subject|topic)|that said|in any case"
    r"|fingers crossed|i had no idea|i didn['’]?t (?:know|realize|realise)|lets do (?:it|this|that)|i(?:['’]?m| am) not (?:sure"
    r"|certain) (?:if|whether|how|what|where|which|when|who|why)|i (?:just )?want to make sure|i want to (?:know|understand|ask"
    r"|learn more about (?:this|that|it))|i feel good about|i(?:['’]?ll| will) (?:have to |need to )?give (?:it|that|those|them) a"
    r"|i(?:['’]?m| am|['’]?d be| would be) (?:here|happy|glad) to help|i (?:really |also |especially )?(?:like|love) (?:the|that|these"
    r"|those|your)(?: [\w-]+){0,3}? (?:ideas?|concepts?|suggestions?|tips?|sound)|i(?:['’]?m| am) (?:intrigued|impressed|amazed"
    r"|fascinated|glad|happy|sorry) (?:by|to hear|with (?:the|your|that)))\b|^(?:there (?:is|are|were|was|seems?)\b(?!.*\b(?:my|our|me|us"
    r"|i|we|here)\b))(?!.*\d)",
    re.IGNORECASE,
)
_CHEERS = re.compile(
    r"^(?:(?:so |really |just )?(?:glad|hope|hoping|lucky|appreciate|bet|agreed|agree|totally|congrats|congratulations|proud of|way to go"
    r"|wishing|enjoy|take (?:a look|care)|check (?:it|this|that|them) out|keep (?:it|up|going)|you go|same here|good for|best of"
    r"|stay safe|please$|(?:i['’]?m |im )?(?:so |really )?(?:glad|happy|proud|excited) (?:for|to hear|you)))\b",
    re.IGNORECASE,
)
_OF_THE_TALK = re.compile(
    r"^(?:i (?:think|guess) )?i(?:['’]?ll| will) (?!.*\b(?:go with|often|usually|sometimes|rarely|mostly|take|choose|pick|order|get|have"
    r"|be|never|always|only|stop|start|move|join|not)\b)|^(?:now |also )?(?:i(?:['’]?m| am)|im|i) (?:feeling |feel "
    r"|getting )?(?:(?:a (?:bit|little)|kinda|kind of|so|really|very|pretty|quite|just|still|also) )*(?:worried|stressed|excited|nervous"
    r"|anxious|confused|overwhelmed|frustrated|concerned|intrigued|impressed|amazed|eager|torn|unsure|blown away|glad (?:it|that|we"
    r"|i could)|sure (?:it|they|that|you|this))\b|^(?:i|we) (?:(?:really|also|just|truly|so|do|totally) )*(?:appreciate (?:the|your|you"
    r"|it|that|this|all|how)|apologi[sz]e|hope (?:you|this|that|it)|agree)\b|^i(?:['’]?d| would) (?:really )?love to (?:see|hear"
    r"|know)(?: (?:it|them|that|more))?$|\b(?:of|for|to|with|from|in|see|let|keep) you(?:r (?:\w+ )?(?:thoughts?|help|advice|support"
    r"|opinions?|ideas?|suggestions?|work|\w+ing))?(?: all)?\b|^i.* (?:proud|happy|glad|sorry) .*\byou\b|^(?:it(?:['’]s| has)? (?:got"
    r"|made|makes) me (?:thinking?|wonder|interested)|hopefully|(?:i )?(?:can['’]?t wait|counting down)"
    r"|(?:i(?:['’]?m)? )?look(?:ing)? forward|i miss (?:that|those|it))\b|\bmeans? (?:so much|a lot)\b",
    re.IGNORECASE,
)
"""What one feels about what was said, and will do of it: "I'll look that up", "I'm a bit worried"."""
_SPECIFIC = re.compile(r"\d|\b(?:my|our|mine|tomorrow|tonight|next|\w+day)\b|(?-i:(?<=[a-z,] )[A-Z]\w)|[\"“]", re.IGNORECASE)
"""A date, a name, or a thing of one's own."""
_TAKES_UP = re.compile(
    r"^(?:i think )?i(?:['’]?ll| will)(?: \w+){1,4} (?:these|those|that|your|some of|a try)\b(?!.*(?:\d|\b(?:tomorrow|tonight|next"
    r"|\w+day)\b))",
    re.IGNORECASE,
)
"""`I'll definitely try some of those stretches`."""
_TO_YOU = re.compile(r"\b(?:you|your|yours|yourself|you['’]\w+|u|ur)\b", re.IGNORECASE)
_OF_ME = re.compile(r"\b(?:i|i['’]\w+|im|ive|me|my|mine|myself|we|we['’]\w+|our|ours|us)\b", re.IGNORECASE)
_LEANING = re.compile(
    r"^(?:it|its|it['’]s|that|that['’]?s|thats|this|these|those|they|they['’]\w+|theyre|which|same|looks?|sounds?|seems?|feels?)\b",
    re.IGNORECASE,
)
_MUST = re.compile(r"\b(?:(?:has|have|needs?) to|must|cannot|can['’]?t)\b", re.IGNORECASE)
_TALK = re.compile(
    r"^(?:(?:don['’]?t worry|do not worry|makes sense|love (?:it|that|this)|good|great|nice|perfect|exactly|correct|wrong|true|agreed"
    r"|too (?:long|short|much|many)|never ?mind|nvm|no (?:idea|clue|problem|worries|rush|need)|not (?:sure|yet|really|now|bad|that)"
    r"|i (?:see|know|guess|mean|understand|get it|got it|agree|think so|hope so|appreciate)|i (?:don['’]?t|dont) (?:know|get|understand)"
    r"|idk|dunno|got it|makes|fair|sorry|oops|my bad|sure|of course|absolutely|go ahead|please do|done|ok|okay|thanks?|thank you|thx|bye"
    r"|see you|see ya|talk (?:soon|later)|have an?|good (?:luck|night|job|point|idea|question|bot)|well done|we(?:['’]?ll| will) see"
    r"|lets see|let['’]?s see|hold on|wait|one sec|brb|hmm+|wow|yay|woo+|hooray|i can imagine|you(?:['’]?re| are)? right|u r right|you"
    r"|your (?:answer|reply|response)|can['’]?t wait|cant wait|here (?:it|you)|here['’]?s|heres|nice one|cool)\b)",
    re.IGNORECASE,
)
_GREETS = re.compile(
    r"^(?:hola|hallo|bonjour|salut|ciao|olá|servus|moin|danke|merci|gracias|grazie|obrigad[oa]|dzięki|hi|hey|hello|hiya|yo|thanks"
    r"|thank you|thx|bye|goodbye|cheers|good (?:morning|evening|night)|morning)\b[\s,]*(?:\w+\s*){0,2}$",
    re.IGNORECASE,
)
_SHOWS = re.compile(
    r"^(?:here['’]?s|heres|here (?:is|are)|this is|see|attached|below)\b(?! (?:my|our) (?!\w+ (?:so far|below|again))\w+[,:]? \w+ (?:is"
    r"|was)\b).{0,80}$",
    re.IGNORECASE,
)
_PERSONAL = re.compile(r"\b(?:i|i['’]?m|i['’]?ve|im|ive|my|me|mine|we|our|us|he|she|hes|shes|his|her|they|their)\b", re.IGNORECASE)


def is_small_talk(text: str) -> bool:
    if any(pattern.match(text) for pattern in (_GREETS, _SHOWS, _PRAISES, _GOOD_IDEA, _ASIDE, _CHEERS, _TAKES_UP)):
        return True
    if _OF_THE_TALK.search(text) and not _SPECIFIC.search(text):
        return True
    view = _VIEW.sub("", text)
    if view != text and (_PRAISES.match(view) or _GOOD_IDEA.match(view)):
        return True
    if _HOLDS_FOR_ALL.search(view) and not _ABOUT_SOMEBODY.search(view):
        return True
    if _TO_YOU.search(text) and not _OF_ME.search(text):
        return True
    if any(c.isdigit() for c in text):
        return False
    words = content_words(text)
    if not words or (_LEANING.match(text) and len(words) <= MOST_LEANING and not _OF_ME.search(text) and not _MUST.search(text)):
        return True  # nobody can tell of what
    return bool(_TALK.match(text)) and len(text.split()) <= MOST_TALK and (len(words) < 2 or not _PERSONAL.search(text))
