"""A piece of work that is only named: "regex for our order numbers", "a week of breakfasts, please", "150 words" (row R12).

It is a request though no verb asks for it. What a request tells is told all the same: whom it introduces ("message to Ana, my landlady"),
what somebody else is to be told ("tell her that my last test came back at 58", "notice for the door: closed from 14 September"), and why
it is made ("..., as Moira has not driven since her operation").
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from keepsake.rules.dates.tenses import is_past
from keepsake.rules.reading import tasks
from keepsake.rules.reading.english_words import is_no_word
from keepsake.rules.reading.given_names import GIVEN_NAMES
from keepsake.rules.reading.lexicon import NOT_NAMES, PLACES, caseless, is_job
from keepsake.rules.reading.people import WHO, is_name

_WORK = (
    r"(?:(?:e-?)?mails?|messages?|msgs?|texts?|dms?|letters?|notes?|repl(?:y|ies)|answers?|regex(?:es)?|quer(?:y|ies)|sql|scripts?"
    r"|functions?|funcs?|handlers?|endpoints?|class(?:es)?|structs?|components?|snippets?|formulas?|macros?|commands?|cron(?: line| job)?"
    r"|configs?|yaml|dockerfiles?|recipes?|plans?|schedules?|timetables?|rotas?|rosters?|lists?|checklists?|tables?|charts?|templates?"
    r"|drafts?|outlines?|summar(?:y|ies)|poems?|haikus?|limericks?|songs?|lyrics|jokes?|riddles?|toasts?|speech(?:es)?|captions?|titles?"
    r"|names?|slogans?|taglines?|headlines?|posts?|tweets?|ads?|adverts?|blurbs?|bios?|notices?|signs?|flyers?|invitations?|invites?"
    r"|cards?|descriptions?|translations?|synonyms?|ideas?|tips?|suggestions?|examples?|questions?|quiz(?:zes)?|exercises?|essays?"
    r"|paragraphs?|sentences?|lines?|agendas?|instructions?|diagrams?|(?:unit )?tests?|one liners?|itinerar(?:y|ies)|menus?"
    r"|(?:week|day|month)s? of \w+|steps?|workouts?|packing|code|python|bash|css|html|excel|verses?|receipts?|directions?|one-?liners?"
    r"|verdicts?|pros (?:and|n|&) cons|facts? go)"
)
_BEFORE = (
    r"(?:(?:ok(?:ay)?|now|next|and|also|then|first|lastly|just|maybe|perhaps|meanwhile)[,:]? ){0,2}"
    r"(?:(?:i(?:['’]?d| would)? )?(?:need|want|like|could do with) |gimme )?(?:(?:an?|another|some|one(?: more)?|two|three|four|five"
    r"|ten|\d{1,2}"
    r"|a few|a couple of|top \d{1,3}) )?"
    r"(?:(?!(?:i|we|you|he|she|it|they|my|our|your|his|her|their|the|an?|this|that|these|those|is|are|was|were|has|have|had|do|does|did"
    r"|will|can|no|not|never|always|only|for|to|of|in|on|at|with|from|by|and|or|but|so|if|as|new|more|less|own|what|who|how|why|when|where"
    r"|which)\b)[\w'’/-]+ ){0,4}?"
)
_COUNT = r"(?:\d{1,4}|one|two|three|four|five|six|ten|a few)"
_PARTS = r"(?:words?|lines?|sentences?|bullets?(?: points?)?|paragraphs?|points|slides?|items|pages?|quer(?:y|ies)|characters|chars)"
_TONE = (
    r"(?:short|polite|friendly|formal|informal|funny|casual|simple|sweet|brief|warm|professional|quick|kind|firm|dry|neutral|light|civil"
    r"|cheerful|serious|concise|punchy)"
)
_TO_BE_THOUGHT_OF = caseless(
    rf"^(?:{_BEFORE})(?:dinners?|lunch(?:es)?|teas?|suppers?|breakfasts?|meals?|snacks?|games?|stretch(?:es)?|routes?|settings|grid"
    r"|unit|sheet|advice|things?|facts?|prep|options|activities|drills)(?=$|,| for\b| on\b| about\b| to\b| please| pls"
    r"| plz)(?P<rest>.*)$"
)
"""What is asked for as well as had: asked for where it is counted or called for, or where its size, or "pls", stands behind it."""
_MEASURED = caseless(
    rf",? (?:pls|plz|please)\b|, (?:{_COUNT}|half|an?|one)(?: |-)?(?:mins?|minutes|hours?|hour|pots?|pans?|ingredients)(?: (?:max|each"
    rf"|tops|total|or so))?$"
)
_NAMED = caseless(
    rf"^{_BEFORE}{_WORK}(?P<rest>$| (?:for|to|of|that|which|about|in|with|on|re|saying|asking|telling|thanking|explaining|where|who"
    rf"|please|[a-z]{{3,}}ing"
    r"|pls|plz|as)\b.*|[,(–-].*| \(.*)$"
)
_MADE = caseless(
    r"^(?!(?:i|we|you|he|she|they|my|our|his|her|their|the|this|that|no|not|never|always|only|more|less)\b)(?:[\w'’-]+ ){1,3}(?:templates?"
    r"|captions?|speech|slogans?|taglines?|headlines?|haikus?|poems?|limericks?|toasts?|checklists?|blurbs?|one-?liners?|comeback line"
    r"|payment table|timetable)(?: (?:not|max|under|about|for|in|\d+ ?(?:mins?|words?|lines?)|first|next|this|mon|tue)\b.{0,60})?$"
    r"|^(?:timetable|comeback line|payment table) ?(?:(?:mon|tue|wed|first|next|for|in)\b.{0,60})?$"
)
"""What nobody has, and what is named to be made: "ig caption not cringe", "weekly schedule template"."""
_ASKS_FOR_ONE = caseless(
    rf"(?:now|next|just|an?|another|some|one|two|three|four|five|ten|\d|a few|need|want|gimme|top|quick|(?:packing|shopping"
    rf"|to-?do) list|{_TONE})\b"
)
_ON_A_DAY = caseless(
    r"\b(?:on|every|each) (?:\w+day|\d|the \d)|\b(?:last|yesterday|tomorrow|tonight)\b|(?:^|, )(?:mon|tues|wednes|thurs|fri|satur|sun)day\b"
)
_CALLS_FOR = caseless(
    rf"(?:need|want|gimme|now|next|some|a few|another|quick|(?:three|four|five|six|ten|\d{{1,2}}) {_TONE}|(?:three|four|five|ten|[3-9]"
    rf"|\d{{2}}))\b"
)
_ONE_MORE = caseless(r"^(?:(?:and|now|next|then|also),? ){0,3}(?:one|another(?: one)?) to (?:my|our|the|(?-i:[A-Z]))(?P<rest>.*)$")
_FINITE = caseless(
    r"\b(?:is|are|was|were|has|have|had|will|wo?nt|can|cant|cannot|does|doesnt|do|did|isnt|wants?|needs|goes|comes|gets|takes|due|overdue"
    r"|[\w]+n['’]t|['’](?:s|re|ve|ll)(?= ))\b|\b(?:i|we|he|she|they|it)\b"
)
_BELONGS = caseless(
    r"\s(?:that|which|who|where|saying|asking|telling|thanking|explaining|so|because|bc|cos|cause|unless|if|when|while)\b.*|[,:;(–].*"
)
_SIZE = caseless(
    rf"^(?:(?:in |max(?:imum)? |about |under |around |~|up to )?{_COUNT} {_PARTS}(?: (?:each|max|only|tops|please|pls|plz|or so))*"
    rf"|(?:nice |very |really |not too |keep it |make it )?{_TONE}(?:(?:,| and| but| n| &)+ (?:not too )?{_TONE}){{0,3}}(?: please| pls"
    rf"| plz)?)$"
)
_SIZED = caseless(rf"^[^,]{{2,80}}, (?:in )?(?:max )?{_COUNT} {_PARTS}(?: (?:each|max|only|tops))?$")
_HONORIFIC = r"(?:mr|mrs|ms|miss|dr|ma['’]?am|sir|coach|pastor|professor|auntie?|uncle)\.?"
_TITLE = rf"(?:{_HONORIFIC} )?"
_OWNER = r"(?:my|our|(?-i:[A-Z])\w+['’]?s)"
_APPOSED = caseless(
    rf"\b(?!(?:our|and|the|with|for|from|was|that|than|but|not)\b)(?P<name>{_TITLE}[^\W\d_]{{3,20}})"
    r"(?P<surname> (?-i:[A-ZÀ-Þ])[^\W\d_]{1,20})?(?:, | \(|(?P<bare> )|,? (?:he|she)(?:['’]?s| is) )"
    rf"(?P<owner>{_OWNER}) (?P<role>(?:[\w-]+ ){{0,2}}?(?:{WHO}|(?P<job>[\w-]+)))"
    r"(?P<since> (?:since|now that|as of) [^,.;!?]{2,80}| (?:in|at|from) (?:the )?[\w-]{2,30})?"
    r"(?=$|[,.;:!?)]| and\b)"
)
_CALLED = caseless(
    rf"\b(?P<owner>{_OWNER}|the(?= [\w-]+ {_HONORIFIC}\b)) (?P<role>(?:[\w-]+ ){{0,2}}?(?:{WHO}|(?P<job>[\w-]+))),?"
    rf" (?P<name>{_TITLE}[^\W\d_]{{3,20}})\b(?!['’]s)"
)


_GOES_TO = caseless(
    rf"\b(?:to|for|tell|text|ask|e-?mail|message|msg|dm|ping|thank|remind|call) (?:u[hm]+,? )?(?P<whole>(?P<titled>{_HONORIFIC} )?"
    r"(?P<name>[^\W\d_]{3,20})(?: (?:(?-i:[A-ZÀ-Þ])[^\W\d_]{1,20}|(?P<surname>[^\W\d_]{3,20})))?)$"
)
_SOMEBODY = caseless(rf"(?:{WHO}|man|woman|guy|lady|lad|girl|boy|preceptor|sponsor|mentor|helper|hand)s?$")
_QUOTES = "\"'“”‘’„«`"
_OF_A_TEXT = caseless(
    r"\b(?:translat\w+|proof-?read|correct(?!ion)|fix|check (?:the|my|this|that|it)? ?(?:spelling|grammar)|spell-?check|rewrite"
    r"|rephrase|reword|shorten|edit|polish|improve|better order|summari[sz]e|repl(?:y|ies) to (?:this|that|the)|answer (?:this|that)"
    r" (?:review|comment|mail|e-?mail)|release notes|changelog|practi[sc]e|example|story|poem|song|quiz|riddle|joke|regex|pattern|format"
    r"|code|func(?:tion)?s?|class|struct|scripts?|quer(?:y|ies)|sql|python|bash|components?|endpoints?|dockerfile|yaml|config|cron"
    r"|(?:unit )?tests?)\b"
)
"""What stands behind it is material: a text by whomever, or something made up."""
_OF_ANOTHER = caseless(
    r"\b(?:excuses?|fake|lie|lying|invent|ma[dk]e[ -]?up|imagine|pretend|fictional|persuasive|meme|prank|as if|as though|on behalf of"
    r"|in the (?:name|voice|style) of|from (?:my|our|his|her|their|an?|the)\b|for [^,:]{2,40} to (?:send|sign|say|read|post|give))\b"
)
"""What is written is not the writer's own word: "from my mum to the school", "an excuse"."""
_TO_BE_READ = caseless(
    r"\b(?:e-?mails?|messages?|msgs?|texts?|letters?|notes?|notices?|signs?|circulars?|memos?|posts?|blurbs?|adverts?|ads?|invoices?"
    r"|quotes?|offers?|invitations?|newsletters?|announcements?|budget|formulas?|timetable|schedule|rota|plan|week|page|slack"
    r"|research questions|add)\b"
)
"""What is asked for, behind whose colon its writer tells what stands: all else asks something of what stands there."""
_TEXT = re.compile(rf"[:\n]|(?<!\w)[{_QUOTES}]")
_MATTER = re.compile(rf":\s+(?![{_QUOTES}])(?=\S)")
_TO_BE_SAID = caseless(
    r"\b(?:(?:say|saying|mention(?:ing)?|add(?:ing)?|explain(?:ing)?|note)"
    r"|(?:tell(?:ing)?|remind(?:ing)?|inform(?:ing)?|let|warn(?:ing)?|write(?: to)?|writing(?: to)?|text|msg|message|e-?mail)"
    r" (?:me |us )?(?:(?:to|him|her|them|us|everyone|everybody|people|all|the|my|our|his|her|(?-i:[A-ZÀ-Þ])[\w'’.-]+"
    r"|[\w'’-]+) ){1,4}?(?:know )?)"
    r" ?that\s+(?P<told>(?:(?-i:[A-ZÀ-Þ])|i\b|i['’]|im\b|ive\b|we|my|our|he|she|they|it|the|there)[\w'’]*\s.+)$"
)
_AND_THAT = caseless(
    r"(?<![\s,]),?\s++(?:and\s++)?that\s++(?=(?:i|i['’]\w+|im|ive|we|my|our|he|she|they|it|the|there|(?-i:[A-ZÀ-Þ])\w+)\b)"
)
_REASON = caseless(
    r"(?<![\s,])(?:,\s++(?:as|since|given that|seeing (?:as|that))|,?\s++(?:because|cause|cuz|cos|bc|now that))\s++"
    r"(?=(?:i|i['’]\w+|im|ive|we|we['’]\w+|weve|my|our|he|she|they|(?:he|she)['’]s|hes|shes|(?-i:[A-ZÀ-Þ])\w+|many|most|some|all|half)\b)"
)
_BESIDE = caseless(
    r"(?<=\w)\s+(?=(?:shes|hes|(?:she|he)['’]s|(?:she|he) is) (?:my|our|the new|now)\b|it['’]?s (?:on|about|due|called)\b)"
    r"|,\s+(?=(?:(?:they|we|there|it|he|she) (?:is|are|was|were|have|has|had|will|make|do|take|go|come|leave|\w+s|\w+ed)|they['’]\w+"
    r"|theyre|its"
    r"|it['’]s|there['’]?s|we['’]\w+|weve|were (?:off|on|in|at|out|going|moving|all|both|having|back)|hes|shes|(?:he|she)['’]s"
    r"|(?:dr|mr|mrs|ms|prof)\.? [\w'’-]+ (?:is|was|has|will))\b)"
)
"""Before a clause of its own: "answer to the lady from the bank, they hold our mortgage"."""
_HOW_TO = caseless(r"^why\b|\b(?:how (?:do|can|should|would|to|could)|what (?:do|should|does|to|can)|like (?:to|for|an?)\b)")


def parted(text: str) -> list[str]:
    """A request, and behind it what it tells: nothing that is quoted, made up, or only to be worked on."""
    head, told = text, list[str]()
    if (matter := _MATTER.search(text)) and _TO_BE_READ.search(text[: matter.start()]):
        head, told = text[: matter.start()], [text[matter.end() :]]
    elif said := _TO_BE_SAID.search(text):
        head, told = text[: said.start("told")], _AND_THAT.split(said["told"])
    elif reason := _REASON.search(text):
        head, told = text[: reason.start()], [text[reason.end() :]]
    elif _BESIDE.search(text):
        head, *told = _BESIDE.split(text)
    foreign = any(p.search(head) for p in (_OF_A_TEXT, _OF_ANOTHER, _HOW_TO)) or tasks.points_at_text(head) or tasks.is_fiction([head])
    return [text] if foreign or not told else [head.removesuffix(" that ").rstrip(" ,"), *(t.strip(" ,") for t in told)]


def is_named_work(text: str, heading: str = "") -> bool:
    """Whether a statement only names what is to be made, or how long or in what tone: nothing in it is told. Under a heading ("label rules:
    max 40 words") a length is what is told."""
    if heading:
        return False
    if _SIZE.match(text) or (_SIZED.match(text) and not _FINITE.search(text)):
        return True
    if _MADE.match(text) and not _FINITE.search(text):
        return True
    if (thought := _TO_BE_THOUGHT_OF.match(text)) and (_CALLS_FOR.match(text) or _MEASURED.search(text)):
        return not _FINITE.search(_BELONGS.sub("", thought["rest"])) and not _ON_A_DAY.search(thought["rest"])
    named = _NAMED.match(text) or _ONE_MORE.match(text)
    if named is None:
        return False
    if not named["rest"] and not _ASKS_FOR_ONE.match(text):
        return False  # "Blue Card" may be anything
    own = _BELONGS.sub("", named["rest"])
    return not _FINITE.search(own) and not any(is_past(w) for w in own.split())


def goes_to(request: str) -> str | None:
    """Whom it is for, where it ends with them, in its own words: "Karen Bligh" of "letter to uh Karen Bligh"."""
    found = _GOES_TO.search(request)
    if found is None:
        return None
    if found["surname"] and not is_no_word(found["surname"]):
        return None
    known = found["titled"] or found["name"].lower() in GIVEN_NAMES or is_no_word(found["name"])
    return found["whole"] if known and found["name"].lower() not in NOT_NAMES | PLACES else None


def asks_nothing_else(text: str) -> bool:
    """Whether it is a request by what it names alone: what stands beside it is as much its writer's as beside no request."""
    return is_named_work(text) and not tasks.is_order(text)


def works_on_text(request: str) -> bool:
    """`Translate: I quit my job`, `fix "me and him goes"`: what stands behind it is the text that is worked upon."""
    work = _OF_A_TEXT.search(request)
    return work is not None and _TEXT.search(request, work.end()) is not None


def introduced(text: str) -> Iterator[tuple[str, str, str]]:
    """(words, role, name) of each whom a request or a question introduces: ("Ana, my landlady", "landlady", "Ana")."""
    for pattern in (_APPOSED, _CALLED):
        for match in pattern.finditer(text):
            called = match["name"].split()[-1]
            beside = match.groupdict().get("bare")
            name = is_name(called) or (is_no_word(called) and not beside)  # "repot my plant"
            name = name and not (beside and match["since"])  # "is Ann my friend since ..."
            somebody = match["job"] is None or any(is_job(w.removesuffix("s")) or _SOMEBODY.match(w) for w in match["role"].split())
            if name and somebody and called.lower() not in NOT_NAMES | PLACES:
                yield match[0] + ")" * match[0].count("("), match["role"], called
