"""What is said of the talk, not of the speaker's world: greetings, praise, feelings of the moment, what is taken up of it (row R12)."""

from __future__ import annotations

from keepsake.rules.reading.lexicon import caseless, content_words

MOST_TALK = 9
"""Words of an answer that only nods, thanks or shrugs."""
MOST_LEANING = 2
"""Content words of a statement about "it" or "them" that says too little to stand, whatever is beside it."""

_SOFT = caseless(
    r"\b(?:kinda|kind of|sort of|really|just|also|definitely|totally|truly|actually|currently|certainly|especially|super|still|even|quite"
    r"|so(?! far)|very|pretty|fully|completely|entirely) (?=\S)|^(?:(?:no|yes|yeah|not really|exactly|right|maybe|perhaps|for now|now|so"
    r"|and|but|ok|first|then|next|i (?:think|guess|feel like|(?:have to|must) say(?: that)?)),? ){1,3}(?=i\b|im\b|we\b|it\b|let|do\b)",
)
_ASIDE = caseless(
    r"^(?:(?:speaking|talking) of [^,]{1,40}$|(?:now,? )?(?:on ?to|back to) (?:another|the next|a different|my question"
    r"|the (?:question|topic|recipe"
    r"|point))\b|to confirm$|(?:say,? )?while we(?:['’]re| are) (?:on|at)\b|on (?:a|an|another|the|that) (?:different |other |side "
    r"|related )?(?:note|subject|topic)$|that said|in any case|fingers crossed|i had no idea|i didn['’]?t (?:know|realize|realise)"
    r"|lets do (?:it|this|that)|i(?:['’]?m| am) (?:not (?:sure|certain)|unsure) (?:if|whether|how|what|where|which|when|who|why)"
    r"|i want to (?:make sure|know|understand|ask|learn more about (?:this|that|it))|i feel good about|i(?:['’]?m| am|['’]?d be"
    r"| would be) (?:here|happy|glad) to help|i (?:like|love) (?:the|that|these|those|your)(?: [\w-]+){0,3}? (?:ideas?|concepts?"
    r"|suggestions?|tips?|sound|dialog\w*|story|scene|answer)|i(?:['’]?m| am) (?:intrigued|impressed|amazed|fascinated|glad|happy"
    r"|sorry) (?:by|to hear|with (?:the|your|that))|i(?:['’]ve| have)? (?:never|had never) heard of|i(?:['’]ve| have) (?:heard"
    r"|read) \w+ things|i(?:['’]ve| have) been wondering|i (?:remember|recall|noticed|saw|see) (?:that )?you\b|i(?:['’]?m"
    r"| am) hoping (?:it|that|this|you)\b|i(?:['’]?ll| will| might| may| could| should) (?:have to |need to )?give (?:it|that|this|them"
    r"|those) a|i (?:get|see|understand|like|love|follow) what you|(?:it|that|this)(?:['’]s| has)? (?:got|made|makes) me (?:think|wonder"
    r"|realize|realise|interested)\w*|i(?:['’]ve| have)?(?: got| have) a (?:good|better|clear\w*) (?:handle|grasp|idea|understanding"
    r"|sense|picture)|(?:i|we|he|she|they) (?:nodded|said|asked|answered|replied|laughed|smiled|sighed|shrugged|paused|looked|walked"
    r"|waited|agreed|mentioned|noticed)\b(?: \S+){0,2}$)\b|^(?:there (?:is|are|were|was|seems?)\b(?!.*\b(?:my|our|me|us|i|we"
    r"|here)\b))(?!.*\d)",
)
_CHEERS = caseless(
    r"^(?:(?:glad|hope|hoping|lucky|appreciate|bet|agreed|agree|totally|congrats|congratulations|proud of|way to go|wishing|enjoy"
    r"|take (?:a look|care)|check (?:it|this|that|them) out|keep (?:it|up|going)|you go|same here|good for|best of|stay safe|please$"
    r"|(?:i['’]?m |im )?(?:glad|happy|proud|excited) (?:for|to (?:hear|meet|know)|you|(?:i|we)(?:['’]ve| have)? (?:met"
    r"|found|know) you)|my (?:friend|dear|god|goodness|pleasure|bad)$))\b",
)
_PARTING = caseless(
    r"\b(?:(?:good)?bye|good ?night|ttyl|see (?:you|ya)(?: (?:later|soon|around|tomorrow))?|(?:talk|chat|speak)(?: (?:to|with) you)?"
    r"(?: again)? (?:later|soon|next time))\W*$",
)
_BACK = caseless(
    r"^(?:(?:i|we|let['’]?s|let me)(?: will|['’]?ll)? )?(?:(?:go|get|getting|going|come|coming|turn|return|returning|revert) )?back to "
    r"(?!back\b|normal\b)[^,]{2,120}$",
)
_TAKES_UP = caseless(
    r"^(?!.*(?:\d|\b(?:tomorrow|tonight|next|\w+day)\b))(?:i|we)(?:['’]ll| will|ll| might| may| could) (?:have to |need to |be sure to "
    r"|make sure to |try to )?(?:check|look (?:at|into|up|for)|see (?:if|what|how|which)|try(?: out)?|think about|consider|explore"
    r"|research|review|keep (?:that|this|it|them|those|in)|make sure|let (?:you|him|her|them)|reach out|ask (?:how|if|about))\b",
)
_TO_YOU = caseless(r"\b(?:you|your|yours|yourself|you['’]\w+|u|ur)\b")
_OF_ME = caseless(r"\b(?:i|i['’]\w+|im|ive|me|my|mine|myself|we|we['’]\w+|our|ours|us)\b")
_LEANING = caseless(
    r"^(?:it|its|it['’]s|that|that['’]?s|thats|this|these|those|they|they['’]\w+|theyre|which|same|looks?|sounds?|seems?|feels?)\b",
)
_MUST = caseless(r"\b(?:(?:has|have|needs?) to|must|cannot|can['’]?t)\b")
_TALK = caseless(
    r"^(?:makes sense|love (?:it|that|this)|good|great|nice|correct|too (?:long|short|much|many)|never ?mind|nvm|no (?:idea|clue|problem"
    r"|worries|rush|need)|not (?:sure|yet|really|now|bad|that)|i (?:bet|see|know|guess|mean|understand|get it|got it|agree|think so|hope so"
    r"|appreciate)|idk|dunno|got it|makes|sorry|oops|of course|absolutely|done|thanks?|talk (?:soon|later)|have an?|we(?:['’]?ll"
    r"| will) see|let['’]?s see|hold on|wait|one sec|brb|yay|i can imagine|can['’]?t wait|cool)\b",
)
_SHOWS = caseless(
    r"^(?:here['’]?s|heres|here (?:is|are)|this is|see|attached|below)\b(?! (?:my|our) (?!\w+ (?:so far|below|again))\w+[,:]? \w+ (?:is"
    r"|was)\b).{0,80}$",
)
_PERSONAL = caseless(r"\b(?:i|i['’]?m|i['’]?ve|im|ive|my|me|mine|we|our|us|he|she|hes|shes|his|her|they|their)\b")


def bare(text: str) -> str:
    """A statement without the words that only soften or stress it: for what kind of utterance it is, never to be kept."""
    return _SOFT.sub("", text)


def returns_to_topic(text: str) -> bool:
    """Of a statement beside a question or request: "back to the trip, where should we stay?" changes nothing."""
    return bool(_BACK.match(bare(text)))


def is_small_talk(text: str) -> bool:
    """Of a bare statement."""
    if any(pattern.match(text) for pattern in (_SHOWS, _ASIDE, _CHEERS)):
        return True
    if _TAKES_UP.match(text) or _PARTING.search(text):
        return True
    if _TO_YOU.search(text) and not _OF_ME.search(text):
        return True
    if any(c.isdigit() for c in text):
        return False
    words = content_words(text)
    if not words or (_LEANING.match(text) and len(words) <= MOST_LEANING and not _OF_ME.search(text) and not _MUST.search(text)):
        return True  # nobody can tell of what
    return bool(_TALK.match(text)) and len(text.split()) <= MOST_TALK and (len(words) < 2 or not _PERSONAL.search(text))
