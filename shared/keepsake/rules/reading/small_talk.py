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
    r"^(?:(?:speaking|talking) of [^,]{1,40}$|(?:we (?:can|could)|let['’]?s) (?:talk|chat) about(?: [\w'’-]+){1,3}$|(?:now,? )?(?:on ?to"
    r"|back to) (?:another|the next|a different|my question|the (?:question|topic|recipe|point))\b|to confirm$|(?:say,? )?while "
    r"we(?:['’]re| are) (?:on|at)\b|on (?:a|an|another|the|that) (?:different |other |side |related )?(?:note|subject|topic)$|that said"
    r"|in any case|fingers crossed|(?:i had no idea|i didn['’]?t (?:know|reali[sz]e))(?! (?:that )?(?:my|our|i) )|lets do (?:it|this"
    r"|that)|i(?:['’]?m| am) (?:not (?:sure|certain)|unsure) (?:if|whether|how|what|where|which|when|who|why)|i want to (?:make sure"
    r"|know|understand|ask|learn more about (?:this|that|it))|i feel good about|i(?:['’]?m| am|['’]?d be| would be) (?:here|happy|glad) "
    r"to help|i (?:like|love) (?:the|that|these|those|your)(?: [\w-]+){0,3}? (?:ideas?|concepts?|suggestions?|tips?|sound|dialog\w*"
    r"|story|scene|answer)|i(?:['’]?m| am) (?:intrigued|impressed|amazed|fascinated|glad|happy|sorry) (?:by|to hear|with (?:the|your"
    r"|that))|i(?:['’]ve| have)? (?:never|had never) heard of|i(?:['’]ve| have) (?:heard|read) \w+ things|i(?:['’]ve| have) been "
    r"wondering|i (?:remember|recall|noticed|saw|see) (?:that )?you\b|i(?:['’]?m| am) hoping (?:it|that|this|you)\b|i(?:['’]?ll| will| "
    r"might| may| could| should) (?:have to |need to )?give (?:it|that|this|them|those) a|i (?:get|see|understand|like|love|follow) "
    r"what you|(?:it|that|this)(?:['’]s| has)? (?:got|made|makes) me (?:think|wonder|realize|realise|interested)\w*|i(?:['’]ve| "
    r"have)?(?: got| have) a (?:good|better|clear\w*) (?:handle|grasp|idea|understanding|sense|picture)|(?:i|we|he|she|they) (?:nodded"
    r"|said|asked|answered|replied|laughed|smiled|sighed|shrugged|paused|looked|walked|waited|agreed|mentioned|noticed)\b(?: "
    r"\S+){0,2}$|(?:he|she|they|it) (?:says?|reckons?|thinks?|swears?|claims?)$)\b"
    r"|^(?:there (?:is|are|were|was|seems?)\b(?!.*\b(?:my|our|me|us|i|we|here)\b))(?!.*\d)",
)
_CHEERS = caseless(
    r"^(?:(?:i apologi[sz]e|glad|hope(?! (?-i:[A-Z][a-z]))|hoping|lucky|appreciate|bet|agreed|agree|totally|congrats|congratulations"
    r"|proud of"
    r"|way to go|wishing"
    r"|enjoy"
    r"|take (?:a look|care)|check (?:it|this|that|them) out|keep (?:it|up|going)|you go|same here|good for|best of|stay safe|please$"
    r"|(?:i['’]?m |im )?(?:glad|happy|proud|excited) (?:for|to (?:hear|meet|know)|you|(?:i|we)(?:['’]ve| have)? (?:met"
    r"|found|know) you)|my (?:friend|dear|god|goodness|pleasure|bad)$|well (?:done|said|put|noted|drafted|written|worded|played"
    r"|spotted)$))\b",
)
_PARTING = caseless(
    r"\b(?:(?:good)?bye|good ?night|ttyl|see (?:you|ya)(?: (?:later|soon|around|tomorrow))?|(?:talk|chat|speak)(?: (?:to|with) you)?"
    r"(?: again)? (?:later|soon|next time))\W*$"
    r"|^i (?:have to|need to|must|should|gotta) (?:go|leave)(?: (?:now|rest|soon|to (?:bed|sleep|rest)))*$",
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
_HEADED_BY_YOU = caseless(
    r"^(?:(?:bro|dude|mate|man|girl),? )?(?:(?:you|u) (?:have|had|are|were|was|been|got|did)|you['’](?:ve|re)|u(?:ve|r)|ur)\b",
)
_OF_ME = caseless(r"\b(?:i|i['’]\w+|im|ive|me|my|mine|myself|we|we['’]\w+|our|ours|us)\b")
_LEANING = caseless(
    r"^(?:it|its|it['’]s|that|that['’]?s|thats|this|these|those|they|they['’]\w+|theyre|which|same|looks?|sounds?|seems?|feels?)\b",
)
_MUST = caseless(r"\b(?:(?:has|have|needs?) to|must|cannot|can['’]?t)\b")
_TALK = caseless(
    r"^(?:makes sense|love (?:it|that|this)|good|great|nice|correct|too (?:long|short|much|many)|never ?mind|nvm|no (?:idea|clue|problem"
    r"|worries|rush|need)|not (?:sure|yet|really|now|bad|that)|i (?:bet|see(?! (?:an?|my|the)\b)|know|guess|mean|understand|get it|got "
    r"it|agree|think so|hope so|appreciate|try my best)|i(?:['’]?m| am) sure (?:it|that|they|he|she|we|you|i) \w+(?: too| so)?$|idk"
    r"|dunno|an? (?:sec|second|moment|minute)$|got it|makes|sorry|me (?:too|neither|either)|oops|of course|absolutely|done|thanks?|talk "
    r"(?:soon|later)|have an?|we(?:['’]?ll| will) see|let['’]?s see|hold on|wait|one sec|brb|yay|i can imagine|can['’]?t wait|cool)\b",
)
_SHOWS = caseless(
    r"^(?:here['’]?s|heres|here (?:is|are)|this is|see|attached|below)\b(?! (?:my|our) (?!\w+ (?:so far|below|again))\w+[,:]? \w+ (?:is"
    r"|was)\b).{0,80}$",
)
_TASTED = caseless(
    r"^(?:an?|that|this|these|those|both|all) (?:(?!my\b|our\b)[\w'’-]+ ){1,6}sounds? (?:like an? )?(?:\w+ )?(?:good|great|nice|perfect|fun"
    r"|lovely|wonderful|amazing|interesting|delicious)(?: (?:idea|choice|option|plan|compromise))?$",
)
"""A reaction to what is offered: "a green boat sounds great". "The green boat" is taken from several, and may be a choice."""
_CHOICE = caseless(
    r"^(?:(?:i think|i believe|i['’]?ll|let['’]?s|go with|choose|pick|take) ){0,3}(?:option|number) \S+(?: (?:is|would be|sounds|seems"
    r"|looks) (?:the )?(?:best|right|good|great|perfect|better)(?: (?:choice|option|one|fit))?(?: (?:for|to) (?:me|us))?)?$",
)
"""A place in the assistant's list, and nothing of what stands there."""
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
    if _TAKES_UP.match(text) or _PARTING.search(text) or _TASTED.match(text) or _CHOICE.match(text):
        return True
    if _HEADED_BY_YOU.match(text) or (_TO_YOU.search(text) and not _OF_ME.search(text)):
        return True
    if any(c.isdigit() for c in text):
        return False
    words = content_words(text)
    if not words or (_LEANING.match(text) and len(words) <= MOST_LEANING and not _OF_ME.search(text) and not _MUST.search(text)):
        return True  # nobody can tell of what
    return bool(_TALK.match(text)) and len(text.split()) <= MOST_TALK and (len(words) < 2 or not _PERSONAL.search(text))
