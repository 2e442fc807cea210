"""What kind of utterance a statement is, where it is none that tells of the speaker's world: why nothing is kept of it (row R12).

Read from its own words alone. A question, a request, a jest, a supposition or small talk is no statement; what strangers and papers say
is theirs. Standing instructions are told apart before this is asked (`standing.py`).
"""

from __future__ import annotations

import re
from enum import StrEnum

from keepsake.rules.reading import asked_for, changes, tasks
from keepsake.rules.reading.lexicon import caseless
from keepsake.rules.reading.small_talk import bare, is_small_talk
from keepsake.rules.reading.statements import Statement


class Mood(StrEnum):
    """Why a statement is not kept, as the event's reason names it."""

    QUESTION = "a question"
    REQUEST = "a request"
    SUPPOSED = "a supposition"
    JEST = "a jest"
    QUOTED = "what others are quoted as saying"
    TALK = "small talk"
    MOMENT = "how it is for a moment"
    PASSING = "of no use later"
    MATERIAL = "what a task is about"


_ASKS = caseless(
    r"^(?:(?:and|but|so|ok|hey|also)\s+)?(?:what(?:['’]?s|s)?|whats|hows?|how['’]s|why|whys|where(?:['’]?s)?|wheres|when(?:['’]s| is| are"
    r"| do| does| did| will| was| should| can)|who(?:['’]?s)?|whose|which|whats up|is|are|was(?! (?:about|going|thinking|hoping|told"
    r"|planning|trying|born|a bit|so|too|pretty|quite|really|very|just)\b)"
    r"|were(?! (?:on|at|in|using|moving|going|still|all|just|now|down|off|up|out|not|about|doing|running|both|back|getting|having|here"
    r"|from|\d)\b)"
    r"|am i|do|does|did(?! (?:about |a |my )?\d)|can|could|would|will"
    r"|should|shall|may i|have (?:you|u)|has|isn['’]?t|aren['’]?t|don['’]?t (?:you|i|we|they)|doesn['’]?t|didn['’]?t|wouldn['’]?t"
    r"|any(?:body|one)? (?:idea|ideas|tips|advice|suggestions?|thoughts|chance|recommendations?|way|news|know|got|else)|wondering"
    r"|i (?:was|am) wondering|i wonder|im wondering|i['’]m wondering|curious|got any|what if)\b(?!\s*$)(?!\s+not\s)",
)
_BARE_VERB = re.compile(
    r"(?:Has|Had) (?!(?:i|you|u|he|she|it|we|they|this|that|there|the|my|your|our|his|her|their|any\w*|some\w*|every\w*)\b)"
    r"(?!.{0,100}\b(?:\w+(?:ed|en|wn|ne)|become|come|run|got|had|made|left|sent|begun)\b)[a-z]"
)
"""Of notes that leave out whom they are about: "Has domain admin."."""
_GOES_ON = re.compile(
    r"(?:has|had|is|was|are|were|does|did) (?!(?:i|you|u|he|she|it|we|they|this|that|these|those|there|the|an?|my|your|our|his|her"
    r"|their|any\w*)\b)"
)
"""A verb whose subject stands before it: "Otto, of all people, is employed there"."""
_MAKE = (
    r"draft|write(?! in\b)|give|gimme|show|tell(?! you what\b)|explain|make(?! (?:it|that) (?:the )?\d)|create|generate|help|fix|find|check"
    r"|summari[sz]e|translate|look (?:up|at|into)|list|suggest|recommend|compare|review|rewrite|rephrase|shorten|proofread|debug|test"
    r"|try|read|search|google|calculate|compute|convert|plan|draw|add|remove|delete|update|refactor|implement|build(?! \d)"
    r"|set up|scaffold|run"
    r"|rerun|continue|go on|proceed|start(?! of\b)|begin|repeat|redo|undo|revert|open\b(?! (?:\d|from\b|till?\b|until\b|daily\b|every"
    r"|all\b|mon|tue|wed|thu|fri|sat|sun))|close|print|format this|describe|define|outline"
    r"|analy[sz]e|walk me|let me know|remind|book(?! club)|order|schedule(?!:)|buy|get me|send me|email me|brainstorm|prepare|provide"
    r"|include|think of|come up|elaborate|clarify|navigate to|turn (?:on|off|up|down)|cite|correct this|simplify|pick|choose|name (?:a"
    r"|some|three|five|ten)|ask (?:me|him|her|them|whether|if|for)|answer (?:this|the|these)|quiz|select|identify|enumerate|rank"
    r"|classify|justify|discuss|evaluate"
    r"|paraphrase|reword|solve|assess|extract|split(?! (?:up|from|with)\b)"
    r"|say (?:sorry|thanks?|hi|hello)|ask (?:when|why|how|what|where|who)\b|be (?:quick|honest|brutal|nice|kind|gentle|creative|careful)"
)
_HELP = (
    r"(?:(?!(?:my|our|to|for|the|in|at|on|with|who|that|of|and)\b)[\w-]+ ){0,5}?(?:help|advice|tips?|ideas?|suggestions?|recommendations?"
    r"|resources|inspiration|information|info|ways|guidance|examples?|options|research papers|articles|recipes?|list|feedback|insights?"
    r"|pointers|clarification|assistance)\b"
)
"""What is asked of an assistant."""
_REQUEST = caseless(
    rf"^(?:(?:can|could|would|will|would) (?:you|u|ya|we)|(?:you|u) (?:can|could|should|need to)|(?:please|pls|plz"
    rf"|kindly)\s+(?!no(?:thing)?\b"
    rf"|not\b|only\b|less\b|more\b|remember\b|note\b)\S|(?:just |now |then |first |ok |maybe |let['’]?s |lets )?(?:{_MAKE})\b(?!\s+(?:is"
    rf"|are|was|were|has|had|done|went|will|made|makes|ends?|runs?|takes?|days?|nights?)\b)"
    r"|i(?:(?:['’]?d| would)? (?:need|want|appreciate)|(?:['’]?d| would) (?:like|love|welcome)) (?:you\b|u\b|"
    rf"{_HELP}|to (?:know|ask|understand|hear|vent|get {_HELP}|learn how)\b|it if you|a quick|a simple)"
    r"|(?:keep|give|send|show|help|teach|remind) me\b|do (?:the same|it|this|that|above|all)\b|i have (?:a|one more|another) question"
    r"|let(?:['’]?s| us)\b(?!.*(?:\d|\b(?:instead|tomorrow|tonight|next|on|\w+day)\b))|i(?:['’]?d| would)? (?:need|want|like) .*\byou\b"
    r"|(?:it|this(?: [\w-]+){0,4}) should\b|(?:(?:an)?other|different|better) (?:ways?|words?|names?|terms?) |(?:an? )?(?:synonyms?"
    r"|lists?|examples?|summary|translations?|titles?) (?:of|for)\b"
    rf"|(?:i(?:['’]?m| am) |im )?(?:looking for|in need of|need|searching for|trying to (?:find|think of)) {_HELP}|(?:i(?:['’]?m| am)"
    rf"|im) (?:curious(?! about (?:\w+ )?\w+$)"
    r"|wondering|asking)\b|(?:the |my )?(?:first |next |last |second |third )?(?:thing|task|prompt|question|step) (?:that )?i(?:['’]?d"
    r"| would)? (?:want|need|like) you to\b|what about|how about|tell me|let me\b|feel free)",
)
_SUPPOSED = caseless(
    r"^(?:what if|imagine|suppose|supposing|let['’]?s say|lets say|say (?:i|we|you)\b|hypothetically|in theory|pretend|assume|assuming"
    r"|picture this|for example|e\.?g\b)|\b(?:if(?! (?:you|u) (?:ever )?(?:want|need|wonder|ask)\b)|in case|unless)\b.{1,200}\b(?:would"
    r"|wouldn['’]?t|could|might|may|(?:i|we|you|he|she"
    r"|they)['’]?d|i['’]?ll|id|wed|theyd|ever)\b|\b(?:would|wouldn['’]?t|could|might|(?:i|we)['’]d|id)\b.{1,200}\b(?:if|unless)\b"
    r"|^if (?:i|we|he|she|they|it|my|the|\w+) (?:ever|were|was|had|moves?|gets?|goes|decides?|wins?)\b|^(?:one"
    r"|once) more\b.{1,100}\b(?:i['’]?m|im|i['’]?ll|ill|we['’]?re|i (?:quit|am|swear))\b|^if \w+\b.{1,80}\b(?:(?:i|we) shall\b|i['’]?m|im"
    r"|i am"
    r"|we['’]?re|we are) \w+ing\b|\bwish (?:i|we) (?:was|were|had"
    r"|could)\b|\b(?<!when )(?<!when \w )(?<!when \w\w )(?<!when \w\w\w )(?:could|would|should)(?: not|n['’]?t)? have\b",
)
_WAS_JEST = caseless(
    r"(?:(?:haha+|lol|no|nah|omg|ok)\W+){0,2}(?:(?:just|only|i['’]?m|im|i am|was|i was|am|totally|obviously) ){0,2}"
    r"(?:kidding|joking|jk|j/k)\b"
    r"|(?:(?:it|that)(?:['’]?s| is| was) )?(?:(?:just|only) )?(?:a )?joke\b(?! (?:about|with|of|is|was|for|that|book|shop))"
    r"|(?:he|she|they)(?:['’]?s|['’]?re| is| are| was| were)? (?:only |just |always )?(?:having (?:me|us) on|pulling (?:my|our) leg"
    r"|winding (?:me|us) up|joking|kidding|messing with me|taking the mick(?:ey)?)\b",
)
"""Said behind something, it was none: "she's pregnant again. KIDDING"."""
_JEST = caseless(
    r"\b(?:just kidding|jk|j/k|(?<!\bnot )(?<!\b(?:is|am)nt )(?<!\baint )(?<!n['’]t )(?:kidding|joking)"
    r"|(?:a|was a|bad|little) joke|not serious(?:ly)?|sarcas\w+|pulling your leg"
    r"|as if(?=[\s.!]*$))\b|(?:^"
    r"|\s)/s\s*$|^(?:just )?(?:kill me|shoot me|end me|fml|i hate (?:myself|my life))(?: now| already)?[\s.!]*$",
)
_SOURCE = (
    r"(?:someone|somebody|people|they|everyone|everybody|reddit|twitter|tiktok|youtube|wikipedia|google|chatgpt|the internet|some \w+"
    r"|a guy|this guy|one \w+|(?:the|this|that|an?|their|your|its|my|our)?\s*(?:[\w-]+ ){0,2}(?:leaflet|article|page|website|site|docs?"
    r"|manual|e-?mail|letter|label|sign|book|blog|post|video|podcast|news|report|paper|study|studies|error|message|readme|logs?|box"
    r"|instructions?|recipe|quote|song|movie|ad|note|comment|reviews?|bot|app|test|output|lyrics?))"
)
_QUOTED = caseless(
    rf"^(?:according to\b|{_SOURCE}(?: (?:on|at|in|from) [\w. ]{{1,30}}?)?\s+(?:says?|said|saying|claims?|claimed|reads?|told|tells"
    rf"|thinks?|writes?|wrote|states?|stated|suggests?|recommends?|mentions?|mentioned|goes|asks?|asked)\b)"
    r"|\b(?:asked|asks|wants to know|wondered|wonders) (?:me |us |him |her )?(?:if|whether|why|how|what|when|where)\b",
)
_QUOTATION = re.compile(r"(?<!\w)[\"'“„«‘]([^\"'”“»’\n]{1,400}(?:['’]\w[^\"'”“»’\n]{0,400}){0,6})[\"'”»’](?!\w)")
_SAYS = caseless(
    r"(?:\b(?:says?|said|saying|reads?|wrote|writes|states?|told|tells|asked|asks|goes"
    r"|(?:was|were|is|are|be|['’]s|['’]m|['’]re) like|quote[sd]?|titled)\b|:)[\s,:]*$",
)
_PROMPTED = frozenset("tone style format length audience keywords task instructions prompt output".split())
"""Headings of what a text that is to be written should be like."""
_HEARD = caseless(
    r"^(?:i(?:['’]ve| have|ve)? (?:heard|read|learned|learnt|saw|seen) (?:that|somewhere|online|about|of|from(?! my\b)|it|they)"
    r"|apparently people|they say|supposedly)\b",
)
_IF_ALONE = caseless(r"^if\b[^,]{1,60}$")
_MINDS = caseless(
    r"\b(?<!\bi )(?<!\bwe )(?:thinks|believes|says|said|claims?|reckons|insists|swears|told (?:me|us|him|her)|wants (?:me|us) to|suggests"
    r"|suggested|asked (?:me|us|if|whether)|thought|assumes|hopes i)\b",
)
_MOMENT = caseless(
    r"^(?:i['’]?m|im|i am|i feel|feeling|we['’]?re|am|was)? ?(?:too |all )?(?:sore|tired|exhausted|hungry|bored|sleepy|excited|nervous"
    r"|annoyed|angry|mad|happy|sad|stressed|worried|confused|lost|stuck|frustrated|overwhelmed|busy|late|cold|hot|ready|back|here|done"
    r"|fine|good|ok|okay|great|curious|glad|sorry|upset|grateful|thankful|lucky|gutted|buzzing|knackered|chuffed|stoked|shattered|pumped"
    r"|devastated|inspired|not convinced)(?: (?:today|now|rn|right now"
    r"|tonight|this morning|atm|again|here|yet|already|(?:about|with|of|for|to) (?:it|this|that|go|start)))*$|^(?:i['’]?m|im"
    r"|we['’]?re) (?:just )?(?:having|eating"
    r"|drinking|making|grabbing|taking) (?:an?|my|some) (?:\w+ )?(?:cuppa|tea|coffee|lunch|dinner|breakfast|drink|snack|break|bath|shower"
    r"|nap)$|^(?:oh )?(?:god |man |boy )?(?:i|we) (?:really )?(?:need|want|could do with) an? (?:\w+ )?(?:lie[ -]down|drink|nap|break|rest"
    r"|coffee|cuppa|hug|beer|minute|breather)$|^today(?:['’]s| is) "
    r"(?:the |a )?(?:weekend|week ?day|(?:mon|tues|wednes|thurs|fri|satur|sun)day)$",
)
_BLANK = caseless(r"\[(?:your|my|the|user|insert|first|last|full|company|name|date)\b[^\]\n]{0,30}\]")
"""A form's empty place: "I'm [your name]"."""


def mood(statement: Statement) -> Mood | None:
    """Why it is not kept; None for a statement about the speaker's world."""
    text = statement.text
    if _JEST.search(statement.sentence):
        return Mood.JEST
    if _SUPPOSED.search(text) or _IF_ALONE.match(text) or _SUPPOSED.search(f"{statement.before} {text}" if statement.before else ""):
        return Mood.SUPPOSED
    if is_question(statement):
        return Mood.QUESTION
    plain = bare(text)
    if (
        _REQUEST.match(plain)
        or statement.heading.lower() in _PROMPTED
        or tasks.is_order(text)
        or asked_for.is_named_work(text, statement.heading)
    ):
        return Mood.REQUEST
    if quotes_others(text) or _HEARD.match(text):
        return Mood.QUOTED
    if _MOMENT.match(plain):
        return Mood.MOMENT
    if _BLANK.search(text):
        return Mood.MATERIAL
    return Mood.TALK if is_small_talk(plain) and not changes.change(text).replaces else None


def tells_of_minds(text: str) -> bool:
    """Whether it tells what somebody else thinks, says or wants: no value of it is the speaker's."""
    return bool(_MINDS.search(text))


def is_question(statement: Statement) -> bool:
    """Asks by its mark or by its first words. Of a sentence of several clauses that ends in a mark, only the clause that asks does."""
    text = statement.text
    if _ASKS.match(text):
        return statement.asks or not (_BARE_VERB.match(text) or (statement.before and _GOES_ON.match(text)))
    if not statement.asks:
        return False
    return statement.sentence.rstrip(" ?!").endswith(text.rstrip(" ?!"))


def _is_title(quoted: str) -> bool:
    """`The Princess and the Pea`: a name of something, which nobody says."""
    great = [w for w in quoted.split() if len(w) > 3]
    return len(great) > 1 and all(w[0].isupper() or w[0].isdigit() for w in great)


def quotes_others(text: str) -> bool:
    """Whether it tells what a stranger, a page or a paper says, or is hardly more than a quotation."""
    if _QUOTED.search(text) or text.count("“") != text.count("”"):
        return True
    for match in _QUOTATION.finditer(text):
        if match[0] != text and _is_title(match[1]):
            continue
        if len(match[1].split()) >= 3 and (_SAYS.search(text[: match.start()]) or len(match[0]) > 0.7 * len(text)):
            return True
    return False


def takes_back(text: str) -> bool:
    """Whether it says that what was said just before it was a jest."""
    return bool(_WAS_JEST.match(text))
