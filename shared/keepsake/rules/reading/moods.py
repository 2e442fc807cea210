"""What kind of utterance a statement is, where it is none that tells of the speaker's world: why nothing is kept of it (row R12).

Read from its own words alone. A question, a request, a jest, a supposition or small talk is no statement; what strangers and papers say
is theirs. Standing instructions are told apart before this is asked (`standing.py`).
"""

from __future__ import annotations

import re
from enum import StrEnum

from keepsake.rules.reading import tasks
from keepsake.rules.reading.lexicon import content_words
from keepsake.rules.reading.statements import Statement

MOST_TALK = 9
"""Words of an answer that only nods, thanks or shrugs."""
MOST_LEANING = 2
"""Content words of a statement about "it" or "them" that says too little to stand, whatever is beside it."""


class Mood(StrEnum):
    """Why a statement is not kept, as the event's reason names it."""

    QUESTION = "a question"
    REQUEST = "a request"
    SUPPOSED = "a supposition"
    JEST = "a jest"
    QUOTED = "what others are quoted as saying"
    TALK = "small talk"
    MOMENT = "how it is for a moment"
    MATERIAL = "what a task is about"


_ASKS = re.compile(
    r"^(?:(?:and|but|so|ok|hey|also)\s+)?(?:what(?:['’]?s|s)?|whats|hows?|how['’]s|why|whys|where(?:['’]?s)?|wheres|when(?:['’]s| is| are"
    r"| do| does| did| will| was| should| can)|who(?:['’]?s)?|whose|which|whats up|is|are|was|were|am i|do|does|did|can|could|would|will"
    r"|should|shall|may i|have (?:you|u)|has|isn['’]?t|aren['’]?t|don['’]?t (?:you|i|we|they)|doesn['’]?t|didn['’]?t|wouldn['’]?t"
    r"|any(?:body|one)? (?:idea|ideas|tips|advice|suggestions?|thoughts|chance|recommendations?|way|news|know|got|else)|wondering|i (?:was"
    r"|am) wondering|i wonder|im wondering|i['’]m wondering|curious|got any|what if)\b(?!\s*$)(?!\s+not\s)",
    re.IGNORECASE,
)
_QUESTION_TAIL = re.compile(r"(?:,|\s)\s*(?:right|no|ok|okay|correct|isn['’]?t it|don['’]?t you think|yeah|huh|eh)\s*\?+$", re.IGNORECASE)
_MAKE = (
    r"draft|write(?! in\b)|give|gimme|show|tell|explain|make(?! (?:it|that) (?:the )?\d)|create|generate|help|fix|find|check|summari[sz]e"
    r"|translate|look (?:up|at|into)|list|suggest|recommend|compare|review|rewrite|rephrase|shorten|proofread|debug|test|try|read|search"
    r"|google|calculate|compute|convert|plan|draw|add|remove|delete|update|refactor|implement|build|set up|scaffold|run|rerun|continue"
    r"|go on|proceed|start(?! of\b)|begin|repeat|redo|undo|revert|open|close|print|format this|describe|define|outline|analy[sz]e|walk me"
    r"|let me know|remind|book|order|schedule|buy|get me|send me|email me|brainstorm|prepare|provide|include|think of|come up|elaborate"
    r"|clarify|cite|correct this|simplify|pick|choose|name (?:a|some|three|five|ten)|ask me|answer (?:this|the|these)|quiz"
    r"|select|identify|enumerate|rank|classify|justify|discuss|evaluate|paraphrase|reword|solve|assess|extract"
)
_REQUEST = re.compile(
    rf"^(?:(?:can|could|would|will|would) (?:you|u|ya|we)|(?:you|u) (?:can|could|should|need to)|(?:please|pls|plz|kindly)\s+(?!no\b"
    rf"|not\b|only\b|less\b|more\b|remember\b|note\b)\S"
    rf"|(?:just |now |then |first |ok |maybe |let['’]?s |lets )?(?:{_MAKE})\b(?!\s+(?:is|are|was|were|has|had|done|went|will|made|makes"
    rf"|ends?|runs?|takes?|days?|nights?)\b)"
    r"|(?:now,? |so,? |first,? )?i(?:['’]?d| would)? (?:just )?(?:need|want|like) (?:you|u|your help|some (?:help|advice"
    r"|ideas|tips)|help|advice|ideas|a (?:recipe"
    r"|list|plan|quick|simple)|to (?:know|ask|understand))\b"
    r"|let['’]?s\b(?!.*(?:\d|\b(?:instead|tomorrow|tonight|next|on|\w+day)\b))"
    r"|i(?:['’]?d| would)? (?:need|want|like) .*\byou\b|(?:it|this(?: [\w-]+){0,4}) should\b"
    r"|(?:(?:an)?other|different|better) (?:ways?|words?|names?|terms?) |(?:an? )?(?:synonyms?|lists?|examples?|summary|translations?"
    r"|titles?) (?:of|for)\b"
    r"|id like (?:you|to know)|(?:i(?:['’]?m| am) |im )?(?:also |just )?(?:looking for|in need of|need|searching for|trying to find"
    r"|trying to think of) (?:(?:some|any|a few|more|new|good|a bit of) ){0,3}(?:\w+ )?(?:advice|tips|ideas|suggestions|recommendations"
    r"|resources|inspiration|information|info|help|guidance|examples|options|research papers|articles)"
    r"|(?:now,? |so,? )?(?:i(?:['’]?m| am)|im) (?:just )?(?:curious|wondering|asking)"
    r"|i(?:['’]?d| would|d) (?:also |really )?(?:love|like) to (?:hear|know) (?:more|about|some|any|your|what|how|if|wh\w+|the|it|that)\b"
    r"|(?:the |my )?(?:first |next |last |second |third )?(?:thing|task|prompt|question|step) (?:that )?i(?:['’]?d| would)?"
    r" (?:want|need|like) you to\b|what about|how about|tell me|let me\b|feel free)",
    re.IGNORECASE,
)
_SUPPOSED = re.compile(
    r"^(?:what if|imagine|suppose|supposing|let['’]?s say|lets say|say (?:i|we|you)\b|hypothetically|in theory|pretend|assume|assuming"
    r"|picture this|for example|e\.?g\b)"
    r"|\b(?:if|in case|unless)\b.{1,200}\b(?:would|wouldn['’]?t|could|might|may|(?:i|we|you|he|she|they)['’]?d|i['’]?ll|id|wed|theyd"
    r"|ever)\b"
    r"|\b(?:would|wouldn['’]?t|could|might|(?:i|we)['’]d|id)\b.{1,200}\b(?:if|unless)\b|^if (?:i|we|he|she|they|it|my|the|\w+) (?:ever"
    r"|were|was|had|moves?|gets?|goes|decides?|wins?)\b"
    r"|\bwish (?:i|we) (?:was|were|had|could)\b|\b(?:could|would|should) have\b",
    re.IGNORECASE,
)
_JEST = re.compile(
    r"\b(?:just kidding|jk|j/k|kidding|joking|(?:a|was a|bad|little) joke|not serious(?:ly)?|sarcas\w+|pulling your leg|as if)\b|(?:^"
    r"|\s)/s\s*$",
    re.IGNORECASE,
)
_SOURCE = (
    r"(?:someone|somebody|people|they|everyone|everybody|reddit|twitter|x|tiktok|youtube|wikipedia|google|chatgpt|gpt|the internet|internet"
    r"|online|folks|some \w+|a guy|this guy|one \w+|(?:the|this|that|an?|their|your|its|my|our)?\s*(?:[\w-]+ ){0,2}(?:leaflet|article|page"
    r"|website|site|docs?|documentation|manual|e-?mail|mail|letter|label|sign|book|blog|post|video|podcast|news|report|paper|study|studies"
    r"|error|message|readme|readme file|log|logs|box|package|instructions?|recipe|quote|song|movie|character|ad|advert|flyer|note|comment"
    r"|review|reviews|bot|app|test|output|line|lyrics?))"
)
_QUOTED = re.compile(
    rf"^(?:according to\b|{_SOURCE}(?: (?:on|at|in|from) [\w. ]{{1,30}}?)?\s+(?:says?|said|saying|claims?|claimed|reads?|told|tells"
    rf"|thinks?|writes?|wrote|states?|stated|suggests?|recommends?|mentions?|mentioned|goes|asks?|asked)\b)"
    r"|\b(?:asked|asks|wants to know|wondered|wonders) (?:me |us |him |her )?(?:if|whether|why|how|what|when|where)\b",
    re.IGNORECASE,
)
_QUOTATION = re.compile(r"(?<!\w)[\"'“„«‘]([^\"'”“»’\n]{1,400}(?:['’]\w[^\"'”“»’\n]{0,400}){0,6})[\"'”»’](?!\w)")
_SAYS = re.compile(
    r"(?:\b(?:says?|said|saying|reads?|wrote|writes|states?|told|tells|asked|asks|goes|like|quote[sd]?|titled)\b|:)[\s,:]*$",
    re.IGNORECASE,
)
_PRAISES = re.compile(
    r"^(?:that|this|these|those|it|they|your [\w ]{2,30}|(?:these|those)(?: [\w-]+){1,4}?)(?:['’]s|['’]re|s| is| are| was| were| all"
    r"| really| do| does| sounds?| looks?| seems?| would be| will){1,3}\b.{0,40}?"
    r"\b(?:great|good|nice|helpful|perfect|fascinating|interesting|sad|amazing|awesome|wonderful|fantastic|useful|cool|lovely|brilliant"
    r"|excellent|impressive|inspiring|true|right|fair|clear|funny|fun|delicious|exciting|reassuring|insightful"
    r"|overwhelming|confusing|crazy|wild|incredible|exactly what|a lot|easy|better|best|help)\b",
    re.IGNORECASE,
)
_GOOD_IDEA = re.compile(
    r"^(?:i (?:also |really )?(?:think|agree|like|love) (?:that )?)?(?!(?:my|our)\b)(?:[\w'’-]+ ){1,6}?(?:is|are|sounds?(?: like)?"
    r"|seems?(?: like)?|would be) (?:(?:also|really|such|definitely|actually|all) ){0,2}(?:an? )?(?:really |very )?(?:great|good|nice"
    r"|excellent|wonderful|fantastic|lovely|perfect|helpful|useful) (?:ideas?|suggestions?|points?|tips?|advice|thoughts?)$",
    re.IGNORECASE,
)
"""Praise of what was suggested: `Meal prepping is a great idea`."""
_PROMPTED = frozenset("tone style format length audience keywords task instructions prompt output".split())
"""Headings of what a text that is to be written should be like."""
_ASIDE = re.compile(
    r"^(?:speaking of|talking of|(?:now,? )?(?:on ?to|back to) (?:another|the next|a different)\b|(?:say,? )?while we(?:['’]re| are)"
    r" (?:on|at)\b|on (?:a|an|another|the|that) (?:different |other |side |related )?(?:note|subject|topic)|that said"
    r"|in any case|fingers crossed|i had no idea|i didn['’]?t (?:know|realize|realise)|let['’]?s do (?:it|this|that)|lets do (?:it|this"
    r"|that)|i(?:['’]?m| am) not (?:sure|certain) (?:if|whether|how|what|where|which|when|who|why)|im not sure (?:if|whether|how|what|where"
    r"|which)|i (?:just )?want to make sure|i want to (?:know|understand|ask|learn more about (?:this|that|it))|i feel good about"
    r"|i(?:['’]?ll| will) (?:definitely |probably )?(?:check (?:it|that|those|them|out)|look into (?:it|that|those|them)|try (?:it|that"
    r"|those|them)|keep (?:it|that|those|them|this|(?:those|these|your|the) (?:\w+ )?(?:tips?|advice|ideas?|suggestions?|points?)) in mind"
    r"|(?:have to |need to )?give (?:it|that|those|them) a|(?:try|check)(?: out)? (?:some|one|a few|all) of (?:it|that|those|these|them"
    r"|your)|do (?:it|that|so)$)|i (?:really |also |especially )?(?:like|love) (?:the|that|your)(?: [\w-]+){0,3}? (?:ideas?|concepts?"
    r"|suggestions?|tips?|sound)\b|i(?:['’]?m| am|['’]?d be| would be) (?:here|happy|glad) to help"
    r"|i(?:['’]?m| am) (?:intrigued|impressed|amazed|fascinated|glad|happy|sorry) (?:by|to hear|with (?:the|your|that)))\b",
    re.IGNORECASE,
)
_HEARD = re.compile(
    r"^(?:i(?:['’]ve| have|ve)? (?:heard|read|learned|learnt|saw|seen) (?:that|somewhere|online|about|from|it)|apparently people|they say"
    r"|supposedly)\b",
    re.IGNORECASE,
)
_WORLD = re.compile(r"^(?:there (?:is|are|were|was|seems?)\b(?!.*\b(?:my|our|me|us|i|we|here)\b))(?!.*\d)", re.IGNORECASE)
_CHEERS = re.compile(
    r"^(?:(?:so |really |just )?(?:glad|hope|hoping|lucky|appreciate|bet|agreed|agree|totally|congrats|congratulations|proud of|way to go"
    r"|wishing|enjoy|take a look|check (?:it|this|that|them) out|keep (?:it|up|going)|you go|same here|good for|best of"
    r"|looking forward to (?:it|that|hearing)|can['’]?t wait to (?:see|hear)|(?:i['’]?m |im )?(?:so |really )?(?:glad|happy|proud"
    r"|excited) (?:for|to hear|you)))\b",
    re.IGNORECASE,
)
_TO_YOU = re.compile(r"\b(?:you|your|yours|yourself|you['’]\w+|u|ur)\b", re.IGNORECASE)
_OF_ME = re.compile(r"\b(?:i|i['’]\w+|im|ive|me|my|mine|myself|we|we['’]\w+|our|ours|us)\b", re.IGNORECASE)
_LEANING = re.compile(
    r"^(?:it|its|it['’]s|that|that['’]?s|thats|this|these|those|they|they['’]\w+|theyre|which|same|looks?|sounds?|seems?|feels?)\b",
    re.IGNORECASE,
)
_PURPOSE = re.compile(
    r"^(?:(?:i(?:['’]?m| am)|im) (?:just |also |currently |still )?(?:trying|hoping|looking)|i(?: just| also| really)* (?:want|need)"
    r"|i(?:['’]?d| would) (?:also )?like) to (?:understand|verify|figure out|find (?:out|some|a|any|more)|make sure|ensure|know|see (?:if"
    r"|how|what)"
    r"|check (?:if|whether)|determine|solve|get (?:a better|some|more)|debug|explore)\b|^(?:(?:i(?:['’]?m| am)|im) |i )(?:still )?(?:have"
    r"|having)"
    r" (?:trouble|difficulty|a hard time) (?:understanding|figuring|with|seeing)\b",
    re.IGNORECASE,
)
"""What only leads up to what is asked: "I'm trying to understand how tides work"."""
_MINE = re.compile(r"\b(?:i|i['’]\w+|im|ive|me|my|mine|he|she|his|her)\b|\d", re.IGNORECASE)
_OWN = re.compile(r"\b(?:my|our|mine|ours)\b|\d", re.IGNORECASE)
_REACTS = re.compile(
    r"^(?:i|we) (?:(?:really|also|just|truly|so|do|totally) )*(?:appreciate (?:the|your|you|it|that|this|all|how)|apologi[sz]e|hope"
    r" (?:you|this|that|it)|agree)\b|^i(?:['’]?d| would) (?:really )?love to (?:see|hear|know)(?: (?:it|them|that|more))?$"
    r"|\b(?:of|for|to|with|from|in|see) you(?:r (?:\w+ )?(?:thoughts?|help|advice|support|opinions?|ideas?|suggestions?|work"
    r"|\w+ing))?(?: all)?\b"
    r"|^i(?:['’]?ll| will) (?:\w+ )?keep in mind\b"
    r"|^i(?:['’]?m| am) (?:(?:so|really|very|pretty|quite) )?(?:impressed|amazed|intrigued|blown away|glad (?:it|that|we))\b|^it(?:['’]s"
    r"| has)? (?:got|made|makes) me (?:thinking?|wonder)\b"
    r"|^(?:i )?(?:can['’]?t wait|counting down|(?:i['’]?m )?looking forward)\b|\bmeans? (?:so much|a lot)\b|^i miss (?:that|those|it)\b"
    r"|^please$",
    re.IGNORECASE,
)
"""What is said to the other, of what the other said."""
_TAKES_UP = re.compile(
    r"^(?:i think )?i(?:['’]?ll| will)(?: \w+){1,4} (?:these|those|that|your|some of)\b(?!.*(?:\d|\b(?:tomorrow|tonight|next|\w+day)\b))",
    re.IGNORECASE,
)
"""`I'll definitely try some of those stretches`."""
_FEELS = re.compile(
    r"^(?:now |also )?(?:i(?:['’]?m| am)|im|i) (?:feeling |feel )?(?:(?:a (?:bit|little)|kinda|kind of|so|really|very|pretty|quite|just"
    r"|still|also) )*"
    r"(?:worried|stressed|excited|nervous|anxious|confused|overwhelmed|frustrated|concerned|intrigued|eager|torn|unsure)\b",
    re.IGNORECASE,
)
_INTENDS = re.compile(
    r"^(?:i (?:think|guess) )?i(?:['’]?ll| will) (?!.*\b(?:go with|often|usually|sometimes|rarely|mostly|take|choose|pick|order|get|have"
    r"|be|never|always|only|stop|start|move|join|not)\b)",
    re.IGNORECASE,
)
"""What somebody will do next in the talk: "I'll look that up"."""
_SPECIFIC = re.compile(r"\d|\b(?:my|our|mine|tomorrow|tonight|next|\w+day)\b|(?-i:(?<=[a-z,] )[A-Z]\w)|[\"“]", re.IGNORECASE)
"""A date, a name, or a thing of one's own."""
_HOLDS_FOR_ALL = re.compile(
    r"\b(?:is|are|['’]s|can be|would be)\b (?:\w+ ){0,3}?(?:vital|key|important|essential|crucial|necessary|possible|inspiring|rewarding"
    r"|therapeutic|amazing|awesome|incredible|the right \w+|worth it)\b|\bwill (?:\w+ )?help$",
    re.IGNORECASE,
)
"""`Taking breaks is key`."""
_VIEW = re.compile(r"^i (?:(?:really|also|just) )?(?:think|feel|believe|guess|agree|know|like how)(?: that)? (?=\S)", re.IGNORECASE)
_MUST = re.compile(r"\b(?:(?:has|have|needs?) to|must|cannot|can['’]?t)\b", re.IGNORECASE)
_TALK = re.compile(
    r"^(?:(?:don['’]?t worry|do not worry|makes sense|love (?:it|that|this)|good|great|nice|perfect|exactly|correct|wrong|true|agreed"
    r"|too (?:long|short|much|many)|never ?mind|nvm|no (?:idea|clue|problem|worries|rush|need)|not (?:sure|yet|really|now|bad|that)"
    r"|i (?:see|know|guess|mean|understand|get it|got it|agree|think so|hope so|appreciate)|i (?:don['’]?t|dont) (?:know|get|understand)"
    r"|idk|dunno|got it|makes|fair|sorry|oops|my bad|sure|of course|absolutely|go ahead|please do|done|ok|okay|thanks?|thank you|thx|bye"
    r"|see you|see ya|talk (?:soon|later)|have a|good (?:luck|night|job|point|idea|question|bot)|well done|we(?:['’]?ll| will) see|lets see"
    r"|let['’]?s see|hold on|wait|one sec|brb|hmm+|wow|yay|woo+|hooray|i can imagine|you(?:['’]?re| are)? right|u r right|you"
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
_MINDS = re.compile(
    r"\b(?<!\bi )(?<!\bwe )(?:thinks|believes|says|said|claims?|reckons|insists|swears|told (?:me|us|him|her)|wants (?:me|us) to|suggests"
    r"|suggested|asked (?:me|us|if|whether)|thought|assumes|hopes i)\b",
    re.IGNORECASE,
)
_FEELING = (
    r"sore|tired|exhausted|hungry|thirsty|bored|sleepy|excited|nervous|annoyed|angry|mad|happy|sad|stressed|worried|confused|lost|stuck"
    r"|frustrated|overwhelmed|busy|late|cold|hot|sick of (?:this|it)|pumped|ready|back|here|done|fine|good|ok|okay|great|curious|glad"
    r"|sorry|not convinced"
)
_MOMENT = re.compile(
    rf"^(?:i['’]?m|im|i am|i feel|feeling|we['’]?re|we are|am|was)?\s*(?:so|super|really|very|a bit|kinda|pretty|totally|just|still|too"
    rf"|quite|all)?\s*(?:{_FEELING})(?:\s+(?:today|now|rn|right now|tonight|this morning|atm|again|about (?:it|this|that)|with (?:it|this"
    rf"|that)|of (?:it|this)|here|yet|already|to (?:go|start)|for (?:it|this|that)))*$"
    r"|^(?:i(?:['’]?m| am)|im) (?:just |currently )?(?:trying|working on (?:it|this)|looking (?:at|into)|reading|checking|testing"
    r"|debugging|typing|going to (?:try|check|see))\b.{0,60}\b(?:now|rn|right now|atm|it|this|that|today)$",
    re.IGNORECASE,
)
_PERSONAL = re.compile(r"\b(?:i|i['’]?m|i['’]?ve|im|ive|my|me|mine|we|our|us|he|she|hes|shes|his|her|they|their)\b", re.IGNORECASE)


def mood(statement: Statement) -> Mood | None:
    """Why it is not kept; None for a statement about the speaker's world."""
    text = statement.text
    if _JEST.search(statement.sentence):
        return Mood.JEST
    if _SUPPOSED.search(text) or _SUPPOSED.search(f"{statement.before} {text}" if statement.before else ""):
        return Mood.SUPPOSED
    if is_question(statement):
        return Mood.QUESTION
    if _REQUEST.match(text) or statement.heading.lower() in _PROMPTED or tasks.is_order(text) or _is_purpose(text):
        return Mood.REQUEST
    if quotes_others(text) or _HEARD.match(text):
        return Mood.QUOTED
    if _MOMENT.match(text):
        return Mood.MOMENT
    return Mood.TALK if _is_small_talk(text) else None


def _is_purpose(text: str) -> bool:
    return bool(_PURPOSE.match(text)) and not _OWN.search(text)


def _is_small_talk(text: str) -> bool:
    if not _SPECIFIC.search(text) and (_FEELS.match(text) or _INTENDS.match(text)):
        return True
    if _HOLDS_FOR_ALL.search(text) and not _MINE.search(_VIEW.sub("", text)):
        return True
    if _TAKES_UP.match(text) or (_REACTS.search(text) and not _OWN.search(text)):
        return True
    if (view := _VIEW.match(text)) and _PRAISES.match(text[view.end() :]):
        return True
    if any(pattern.match(text) for pattern in (_GREETS, _SHOWS, _PRAISES, _GOOD_IDEA, _ASIDE, _WORLD, _CHEERS)):
        return True
    if _TO_YOU.search(text) and not _OF_ME.search(text):
        return True
    if any(c.isdigit() for c in text):
        return False
    words = content_words(text)
    if not words or (_LEANING.match(text) and len(words) <= MOST_LEANING and not _OF_ME.search(text) and not _MUST.search(text)):
        return True  # nobody can tell of what
    return bool(_TALK.match(text)) and len(text.split()) <= MOST_TALK and (len(words) < 2 or not _PERSONAL.search(text))


def tells_of_minds(text: str) -> bool:
    """Whether it tells what somebody else thinks, says or wants: no value of it is the speaker's."""
    return bool(_MINDS.search(text))


def is_question(statement: Statement) -> bool:
    """Asks by its mark or by its first words. Of a sentence of several clauses that ends in a mark, only the clause that asks does."""
    text = statement.text
    if _ASKS.match(text):
        return True
    if not statement.asks:
        return False
    return bool(_QUESTION_TAIL.search(statement.sentence)) or statement.sentence.rstrip(" ?!").endswith(text.rstrip(" ?!"))


def quotes_others(text: str) -> bool:
    """Whether it tells what a stranger, a page or a paper says, or is hardly more than a quotation."""
    if _QUOTED.search(text) or text.count("“") != text.count("”"):
        return True
    for match in _QUOTATION.finditer(text):
        if len(match[1].split()) >= 3 and (_SAYS.search(text[: match.start()]) or len(match[0]) > 0.7 * len(text)):
            return True
    return False
