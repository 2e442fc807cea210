"""What is said of the talk, not of the speaker's world: greetings, praise, feelings of the moment, what is taken up of it (row R12)."""

from __future__ import annotations

import re

from keepsake.rules.reading.lexicon import content_words

MOST_TALK = 9
"""Words of an answer that only nods, thanks or shrugs."""
MOST_LEANING = 2
"""Content words of a statement about "it" or "them" that says too little to stand, whatever is beside it."""

_VIEW = re.compile(
    r"^i (?:(?:really|also|just|definitely) )*(?:think|feel|believe|guess|agree|know|understand|like how)(?: that)? (?=\S)", re.IGNORECASE
)
_EVALUATES = re.compile(
    r"^(?!.*(?:\d|\b(?:i|i['’]\w+|im|ive|me|my|mine|our|he|she|his|her)\b))(?:(?:that|this|these|those|it|they|your)\b.{0,60}?\b(?:great"
    r"|good|nice|helpful|perfect|fascinating|interesting|sad|amazing|awesome|wonderful|fantastic|useful|cool|valuable|brilliant|excellent"
    r"|impressive|inspiring|true|right|fair|clear|funny|fun|delicious|exciting|reassuring|insightful|gorgeous|overwhelming|confusing"
    r"|crazy|wild|incredible|exactly what|a lot|easy|easier|better|best|help)\b|.{2,80}?(?:\b(?:is|are|was|sounds?|seems?|(?:can|could"
    r"|would|will) be)\b|['’]s\b) (?:\w+ ){0,3}?(?:vital|key|important|essential|crucial|necessary|possible|inspiring|rewarding"
    r"|therapeutic|amazing|awesome|incredible|the right \w+|worth it|(?:great|good|nice|excellent|wonderful|fantastic|perfect|helpful"
    r"|useful|valuable)(?: (?:ideas?|suggestions?|points?|tips?|advice|thoughts?|plans?|approach(?:es)?|starts?|options?"
    r"|choices?))?$)(?!\w)|.{2,80}\bwill (?:\w+ )?help$)",
    re.IGNORECASE,
)
"""Praise of what was said, and what holds for all: "That's really helpful", "Meal prepping is a great idea", "Taking breaks is key"."""
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
    r"|opinions?|ideas?|suggestions?|work|\w+ing))?(?: all)?\b|^i\b.{0,40} (?:proud|happy|glad|sorry) .*\byou\b|^(?:it(?:['’]s"
    r"| has)? (?:got"
    r"|made|makes) me (?:thinking?|wonder|interested)|hopefully|(?:i )?(?:can['’]?t wait|counting down)"
    r"|(?:i(?:['’]?m)? )?look(?:ing)? forward|i miss (?:that|those|it))\b|\bmeans? (?:so much|a lot)\b",
    re.IGNORECASE,
)
"""What one feels about what was said, and will do of it: "I'll look that up", "I'm a bit worried"."""
_SPECIFIC = re.compile(r"\d|\b(?:my|our|mine|tomorrow|tonight|next|\w+day)\b|(?-i:(?<=[a-z,] )[A-Z]\w)|[\"“]", re.IGNORECASE)
"""A date, a name, or a thing of one's own."""
_TO_YOU = re.compile(r"\b(?:you|your|yours|yourself|you['’]\w+|u|ur)\b", re.IGNORECASE)
_OF_ME = re.compile(r"\b(?:i|i['’]\w+|im|ive|me|my|mine|myself|we|we['’]\w+|our|ours|us)\b", re.IGNORECASE)
_LEANING = re.compile(
    r"^(?:it|its|it['’]s|that|that['’]?s|thats|this|these|those|they|they['’]\w+|theyre|which|same|looks?|sounds?|seems?|feels?)\b",
    re.IGNORECASE,
)
_MUST = re.compile(r"\b(?:(?:has|have|needs?) to|must|cannot|can['’]?t)\b", re.IGNORECASE)
_TALK = re.compile(
    r"^(?:makes sense|love (?:it|that|this)|good|great|nice|correct|too (?:long|short|much|many)|never ?mind|nvm|no (?:idea|clue|problem"
    r"|worries|rush|need)|not (?:sure|yet|really|now|bad|that)|i (?:see|know|guess|mean|understand|get it|got it|agree|think so|hope so"
    r"|appreciate)|idk|dunno|got it|makes|sorry|oops|of course|absolutely|done|thanks?|talk (?:soon|later)|have an?|we(?:['’]?ll"
    r"| will) see|let['’]?s see|hold on|wait|one sec|brb|yay|i can imagine|can['’]?t wait|cool)\b",
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
    if any(pattern.match(text) for pattern in (_GREETS, _SHOWS, _ASIDE, _CHEERS)):
        return True
    if _OF_THE_TALK.search(text) and not _SPECIFIC.search(text):
        return True
    if _EVALUATES.match(_VIEW.sub("", text)):
        return True
    if _TO_YOU.search(text) and not _OF_ME.search(text):
        return True
    if any(c.isdigit() for c in text):
        return False
    words = content_words(text)
    if not words or (_LEANING.match(text) and len(words) <= MOST_LEANING and not _OF_ME.search(text) and not _MUST.search(text)):
        return True  # nobody can tell of what
    return bool(_TALK.match(text)) and len(text.split()) <= MOST_TALK and (len(words) < 2 or not _PERSONAL.search(text))
