"""Standing instructions: how the assistant is to go about things from now on, also inside a request or a question (row R12).

They are a category of their own: a constraint whose subject is the assistant. A request for one piece of work is none.
"""

from __future__ import annotations

import re

from keepsake.rules.dates import stance
from keepsake.rules.dates.tenses import is_past
from keepsake.rules.reading.lexicon import caseless
from keepsake.rules.reading.typed import LANGUAGES

SUBJECT = "assistant"
LONGEST = 200
"""Characters of an instruction that only such words as "from now on" tell: a longer text asks for one piece of work at length."""

_POLITE = (
    r"(?:(?:please|pls|plz|kindly|and|also|but|so|then|just|ok|do(?! not\b)|from now on|from today(?: on(?:wards)?)?|as of today"
    r"|going forward|in (?:the )?future|next time"
    r"|remember to"
    r"|make sure (?:to|you|that you)|be sure to|try to|(?:can|could|would|will) (?:you|u|ya)(?: please| pls| just)?|(?:you|u) (?:should"
    r"|must|need to|have to|can)|i(?:['’]?d| would)? (?:want|need|like|prefer|expect) (?:you|u) to|i(?:['’]?d| would)? (?:prefer|like"
    r"|want) (?:it if|when) (?:you|u)|i(?:['’]?d| would| should) (?:appreciate it|be (?:very |most |so )?(?:obliged|grateful|glad|happy"
    r"|thankful)) if"
    r" (?:you|u)(?: would| could| can)?|feel free to|let['’]?s|let us|lets)[\s,]+){0,4}"
)
_NOT_ORDERED = (
    r"(?!(?:they|we|i|he|she|it|worry|mind|care|know|think|like|love|have|want|need|get|understand|believe|see|feel|own|eat|drink|smoke"
    r"|drive|speak (?!to|about|in)|work|live|remember|trust|agree|even|really|actually|you)\b)"
)
_FOREVER = (
    r"(?:from now on|from today(?: on(?:wards)?)?|going forward|(?:in|for) (?:the )?future|from here (?:on|out)"
    r"|at the (?:end|start|beginning|top|bottom) of (?:every|each) (?:answer|reply|response|message)"
    r"|(?<=correct my )\w+ after (?:every|each) message"
    r"|(?<!go )(?<!goes )(?<!going )from here(?=\W*$|,)|henceforth|by default"
    r"|whenever (?:you|i"
    r"|we)|every time (?:you|i|we)"
    r"|each time (?:you|i|we)|any ?time (?:you|i)|when(?:ever)? (?:you|i) (?:answer|reply|respond|write"
    r"|explain|ask|suggest|recommend"
    r"|give|send|talk|mention|paste|code|refactor|generate)|in (?:all (?:your|my|of your)|your|future) (?:answers?|replies|responses"
    r"|e-?mails"
    r"|messages|code|texts?)|for all (?:your|future)|(?:in|for|on|with) (?:anything|everything|whatever|all) (?:that )?you (?:write"
    r"|give|send|make|do)"
    r"|until (?:i|we) (?:say|tell)|unless i (?:say|ask|tell))"
)
_HOW_IT_SPEAKS = (
    r"(?:reply|replies|replying|answer|answering|respond|responding|write(?! (?:me|us|him|her|a|an|the|this|that|some|down)\b)|writing"
    r"|explain(?! (?:why|how|what|this|that|the|it|a)\b)|explaining|speak|speaking|talk|talking|address|refer to) (?:(?:me|us|to me"
    r"|with me|things|everything|all|it) )?(?:(?:as|only|always|just|more|less) )?(?:in|with|without|using|like|as|briefly|shortly"
    r"|concisely|formally|informally|casually|simply|politely|directly|first|short|brief|plain|by)\b(?! (?:detail|the|this|these|those"
    r"|one|that)\b)|(?:go|write|answer) as long as (?:you|u)\b|call me (?!(?:back|later|when|at|on|tomorrow|if)\b)|sign (?:off |them "
    r"|it |(?:my |the |all )?(?:e-?)?mails? )?(?:with"
    r"|as)\b|sign (?:my |the |all )(?:e-?)?mails? \w"
    r"|(?:keep (?:it|them|this)|(?:keep|make) (?:things|everything|(?:all |your |ur |my |the )?(?:answers?|repl(?:y|ies)|responses?"
    r"|e-?mails?|messages?|explanations?|summar(?:y|ies)|code|texts?|posts?|tone|language|sentences|paragraphs))) (?:(?:really|super|very"
    r"|nice and|pretty|as) )?(?:short|brief|simple|concise|under"
    r"|below|to|within|formal"
    r"|informal|casual|friendly|professional|polite|plain|serious|light|warm|sober|neutral|playful|in|shorter|less|more|at|free)\b"
    r"|(?:be|stay|go) (?:more |less |very "
    r"|a bit )?(?:concise"
    r"|brief|direct|blunt|honest|formal|informal|casual|polite|precise|terse|critical|kind|specific|gentler|easier|softer) (?:on"
    r"|with) (?:me|us)\b"
    r"|(?:be|stay) (?:more |less |very )?(?:concise|brief|direct|blunt|formal|informal|casual|polite|precise|terse|critical|kind"
    r"|specific)\b"
    r"|(?:give|show|quote|list|express|convert) (?:me )?(?:all |your )?(?:prices|amounts|costs|temperatures|temps|distances|weights|units"
    r"|measurements|quantities|times|dates|sizes|all [\w-]+(?: [\w-]+){0,2}) (?:in|as|with)\b"
)
_FORMAT = (
    r"(?:bullets?(?: points?)?|bulleted lists?|lists|tables?|prose|markdown|headings?|headers|plain text|emojis?|emoticons|smileys?"
    r"|exclamation (?:marks?|points?)|jargon|slang|acronyms|abbreviations|passive voice|em dashes|oxford commas?|capital letters|all caps"
    r"|small talk|idioms|disclaimers?|apologies|apologi[sz]ing|code comments|comments|type hints|docstrings|footnotes|citations|sources"
    r"|links"
    r"|formal \w+|informal \w+|british english|american english|british spelling|american spelling|metric|imperial|celsius|fahrenheit"
    r"|kilomet(?:er|re)s|km|kg|miles|kilos|pounds|grams|cups|ounces|euros?|dollars|24[- ]?h(?:our)?|12[- ]?h(?:our)?|first names?"
    r"|last names?"
    r"|my (?:first |last |full )?name|pronouns|(?:she|he|they)/\w+|spoilers?|explanations|preambles?|fluff|waffle|hype|walls of text"
    r"|long (?:answers|replies|explanations"
    r"|texts)|short (?:answers|replies"
    r"|sentences)|one[- ]liners)"
)
_DO = (
    r"(?:use|using|prefer|never|spare me(?: (?:all|the|all the))?|avoid|skip|drop|stop|quit|no|no more|without|stick to|switch to"
    r"|go back to|back to|leave out|omit|limit)"
)
_ASK_FIRST = (
    r"without (?:asking(?! (?:an?|any\w*|his|her|their|the)\b)|checking with|telling (?:me|us)\b|confirming with|consulting|permission"
    r"|my (?:ok|okay|approval|permission|consent)"
    r"|me (?:saying|approving))|ask me (?:first|before)|check with me (?:first|before)|confirm (?:with me )?(?:first|before)|run (?:it"
    r"|that) (?:by|past) me|(?:ask|tell|warn|ping) me before|before (?:you (?:delete|change|touch|push|merge|deploy|send|restart|run"
    r"|commit|buy|book|order|post))"
)
_WHENEVER = (
    r"(?:(?:every|each) time|any ?time|whenever) (?:i|you|we) [^,]{2,80}?|(?:when|if) (?:i|we) (?:ask|say|paste|send|write|make|use|type"
    r"|mention|share|post|forget|talk|quote|upload|get \w+ wrong)\b[^,]{0,80}?"
)
_THEN = (
    r"(?:(?:always|please|pls|plz|then|just) )*(?:don['’]?t|do not|never|say|answer|reply|respond|add|include|end|start|begin|put|use|give"
    r"|show|tell|list|correct|warn|point out|convert|translate|format|assume|treat|skip|ask|check|keep|explain|quote|summari[sz]e)"
)
_LANGUAGE = rf"(?:{'|'.join(sorted(LANGUAGES))})"
_STANDING = tuple(
    caseless(pattern)
    for pattern in (
        rf"^{_POLITE}(?:always|never)\s+(?![a-z]+[^\Wsu]s\b)(?!(?:been|was|were|have|has|eaten|seen|fits?|good|great|nice|happy|fun|\w+ing"
        rf"|works|again|mind|straight|after|before|off|more|ever|too|with|without|for|quite|really|(?:do|does|did|have|will|can)\W*$|the\b"
        rf"|a\b|my\b|in my\b|on\b|at\b|\w+ed\b)\b)(?P<verb>[a-z]+)\b",
        rf"^{_POLITE}(?:don['’]?t|do not)\s+(?:ever\s+)?{_NOT_ORDERED}(?!make (?:it|this|that|them)\b|ask\b(?! (?:me|for|about|if"
        rf"|whether)\b)|(?:say|tell) (?:anything|a word"
        r"|anyone|anybody|nobody|him|her|them)(?: \w+)?\W*$|answer (?:this|that)\b|tell (?:me (?:what|how|that)|my|our)\b|(?:laugh"
        r"|judge|get me started"
        r"|look at me)\b)[a-z]+\s+\S",
        rf"^{_POLITE}(?:stop|go back to|(?:you|u) can stop)\s+(?:\w+ing|with (?:the|your|all|those|these) \w+|(?:the|your"
        rf"|all the) (?:correction"
        rf"|translation|explanation|comment|suggestion|reminder|joke|question|summar)\w*|to (?:correct|write|use|add|give|ask|say|put"
        rf"|send|explain|translate))\b"
        rf"|^{_POLITE}(?:(?:would|do) (?:you|u) )?mind (?:\w+ )?not \w+ing\b",
        rf"^{_POLITE}(?:(?:switch|change|go back|move) to )?(?:{_HOW_IT_SPEAKS})",
        rf"^{_POLITE}{_DO}\s+(?:(?:the|any|more|less|fewer|only|a|an|my|zero|no)\s+)?{_FORMAT}\b",
        rf"^{_POLITE}(?:put|give me|show(?: me)?|write|present|format|send|keep|set) (?:(?:all|every|my|your|the) )?(?!this\b|these\b"
        rf"|those\b)"
        rf"(?:[\w-]+ )?[\w-]+s in (?:an? )?(?:{_FORMAT}|{_LANGUAGE}|millimet(?:re|er)s|mm|cm|centimet(?:re|er)s|met(?:re|er)s|feet"
        rf"|inches|stones?"
        r"|pence|lower ?case)\b",
        rf"^i(?:['’]?d| would)? (?:want|need|like|prefer) (?:every|all|each) (?:(?:my|the|your) )?[\w-]+(?: [\w-]+)? (?:in|as|with|without)"
        rf" (?:an? )?(?:{_FORMAT}|{_LANGUAGE})\b",
        rf"^{_POLITE}(?:drop|scrap|forget|lift|lose|ignore|undo|bin|skip) (?:the|that|my|this) (?:[\w'’-]+ ){{1,5}}(?:rules?|thing"
        rf"|instructions?"
        r"|restrictions?|ban|polic(?:y|ies)|requests?)\b",
        rf"^(?:only |just )?{_FORMAT}(?: (?:and|n|&) {_FORMAT})?(?: only| units)?(?:,? (?:please|pls|plz|throughout"
        rf"|everywhere)\b.{{0,100}})$",
        rf"^{_POLITE}(?:{_WHENEVER}),? {_THEN}\b",
        r"^(?:when|if|whenever) (?:i|we) (?:give|show|send|paste|tell|ask) (?:you|u)\b[^,]{0,80}, i(?:['’]?d| would)? (?:want|need|like"
        r"|prefer|expect)\b",
        rf"^(?:(?:your|ur|all|the) )?(?:answers?|replies|responses|explanations|summaries|commands|code"
        rf"|examples) (?:only "
        rf"|always |please )?(?:in|as|with|without) (?:(?:full|short|plain|long|complete|code) )?(?:{_FORMAT}|{_LANGUAGE}|sentences"
        rf"|blocks)\b"
        rf"|^(?:max(?:imum)?|at most|no more than|under) \d+ (?:words|sentences|lines|points|items) (?:per|an?|each|for) (?:answer"
        rf"|reply|message)",
        rf"^{_POLITE}(?:correct|warn|stop|flag|nudge|pull) (?:me|my [\w-]+)\b[^,]{{0,40}}? (?:when(?:ever)?|every time|each time"
        rf"|any ?time) (?:i|we)\b",
        r"^(?:you|u) (?:can|may) (?:give me|go back to|make) [\w ]{3,40} now\b",
        r"^(?:(?:and|n|also|but) )?(?:you|u) (?:can|may) (?!(?:see|tell|imagine|get|find|buy|go|come|be|have|do|try|always"
        r"|also)\b)[a-z]+\s.{1,60}?"
        r"\s(?:now|again|from now on)(?=$|[,.;(]| -| (?:if|in|for|ngl|i|and)\b)|^(?:for|in|with"
        r"|on) [\w ]{2,30},? (?:you|u) (?:can"
        r"|may) (?:go (?:longer|shorter|deeper|into)|write|answer"
        r"|reply"
        r"|explain)\b",
        r"^(?:(?:please|pls|plz|and|also) )*(?:do (?!not\b)|please |pls |plz )[a-z]+ .{3,80} (?:every|each) (?:single )?time$",
        rf"^{_POLITE}keep [^,]{{2,40}}? (?:off|out of) (?:(?:the|my|our|your|all|any) )?(?:[\w-]+ ){{0,3}}?(?:posts?|answers?|repl(?:y|ies)"
        rf"|e-?mails?|messages?|captions?|copy|texts?|code|reports?|summar(?:y|ies))\b",
        r"^(?:it['’]?s|its) (?:now )?(?:fine|ok|okay) (?:if you|to (?:use|mention|bring|talk|suggest|include|write|ask|call|go back))\b",
        rf"^{_LANGUAGE} is (?:fine|ok|okay|good) (?:again|now|from)\b",
        rf"^(?:{_FORMAT}|latex|mathjax|html|(?:the )?(?:bold|italics|dots|code blocks?|swear(?: ?words|ing)?|curs(?:es|ing)|jokes"
        r"|long words|big words|humou?r|sarcasm)) (?:is|are|r) (?:fine|ok|okay|welcome|allowed) (?:again|now|from now on)(?=$|[,.;:]"
        r"| (?:the|my|i|we|if|for|with)\b)",
        rf"^(?:(?:and|n|also|but|ok) )?(?:you|u) (?:can|may) (?:use|write|say|put|give me) (?:[\w-]+ )?(?:words|terms|language|{_FORMAT})\b"
        r".{0,24}\bnow\b",
        rf"^{_POLITE}no (?:[\w-]+ )?(?:words|{_FORMAT}|jokes|emojis|questions)(?: \w+){{0,2}} ever$",
        r"^\d+ (?:bullet points?|bullets|lines|sentences|words|points|items) (?:max|at most|tops|only)?,? ?when(?:ever)? you (?:answer"
        r"|reply|write)\b",
        r"^(?:i think )?(?:it['’]?s|it is|its) (?:about |high )?time (?:that )?you called me (?-i:[A-ZÀ-Þ])",
        rf"^(?!(?:he|she|they|it|his|her|their|my|our|do|does|did|is|are|was|were)\b).{{0,{LONGEST}}}\b{_ASK_FIRST}\b",
    )
)
_EVER_SINCE = caseless(rf"\b{_FOREVER}\b")
_ORDERS = caseless(
    rf"^{_POLITE}+(?:(?!(?:i|we|my|our|he|she|they|it|the|a|an|its|im|ive|this|that|there|if|what|how|why|who|where|is|are|was|were|every"
    rf"|each|do|does|did|you|u|your)\b)[a-z]+(?:ing)?\b)(?!['’]s\b)(?!\s+(?:is|are|was|were|has|have|will|goes|gets|comes|takes|runs|works"
    rf"|moves|starts|travels|can|does|says?|said|wants?|thinks?|told|reckons?|calls?)\b)",
)


_ASKS_TO = caseless(
    r"\b(?:can|could|would|will) (?:you|u|ya)\b|\b(?:you|u) (?:should|must|need to|have to|always|never)\b|\bi(?:['’]?d| would)? (?:want"
    r"|need|like|prefer|expect) (?:that )?(?:you|u|answers|replies)\b|\b(?:please|pls|plz)\b",
)


_ANNOUNCES = caseless(
    r"^(?:(?:here are|these are|so|ok|okay|yes|\d|one|two|three|four|five"
    r"|six|seven|eight|several|some|a few|a couple of|couple of|my|the|your|basic|house|ground|general|quick|writing|style|formatting"
    r"|reply|working) ){0,4}"
    r"(?:rules?|guidelines|instructions|(?:house )?style|conventions|preferences)(?: (?:for|to) (?:you|follow|everything|all this))?$",
)
_THEN_RULES = caseless(r",? then$")
_OF_WORK = caseless(r"\b(?:conventions|preferences)\b")
"""With what they are behind a colon they are a project's, or a person's: "conventions: four spaces"."""
_FOR_YOU = caseless(r"^(?:(?:and|also|a) ){0,2}(?:for you|(?:note|rule|rules|instructions?) (?:for|to) you):\s")
_RULE = caseless(
    r"^(?!(?:i|we|he|she|they|it|my|our|his|her|their|that|this|there|what|why|how|who|when|where|thanks?|ok(?:ay)?)\b).*\w\s+\w"
)


def announces(text: str) -> bool:
    """Whether it says that rules for the assistant follow: "house rules for you"."""
    heading, colon, _ = text.partition(": ")
    return bool(_ANNOUNCES.match(_THEN_RULES.sub("", heading).rstrip(" .:!"))) and not (colon and _OF_WORK.search(heading))


def is_addressed(text: str) -> bool:
    """Whether a sentence begins by saying that it is meant for the assistant: "for you: ..."."""
    return bool(_FOR_YOU.match(text))


def is_rule(text: str) -> bool:
    """Whether a statement behind such an announcement is one of them: not what somebody tells of themselves, nor a question."""
    return len(text) <= LONGEST and not text.endswith("?") and bool(_RULE.match(text)) and stance.of(text) is not None


def goes_on(text: str) -> bool:
    """Whether what follows an instruction is one too: `no preamble, code first` behind "keep answers short"."""
    return bool(_GOES_ON.match(text))


_GOES_ON = caseless(
    r"(?:(?:and|also) )?(?:no|nothing|never|without|only|just) (?!.*\b(?:i|i['’]\w+|im|me|my|we|our|us|he|she|they|his|her|their|is|are"
    r"|was|were"
    r"|has|have|had|will)\b)\S",
)


def is_standing(text: str, amid_a_tale: bool = False) -> bool:
    """Whether a statement tells the assistant how to go about things from now on. In what somebody tells at length, "don't let me fall" is
    no order."""
    if any(_tells(pattern.search(text)) for pattern in _STANDING[2 * amid_a_tale :]):
        return True
    return len(text) <= LONGEST and bool(_EVER_SINCE.search(text) and (_ASKS_TO.search(text) or _ORDERS.match(text)))


_FOR_GOOD = caseless(
    rf"\b(?:{_FOREVER}|always|never|ever|throughout|any ?more|no more|from today)\b"
    rf"|\b(?:all|every|each) [\w-]{{1,20}}(?: [\w-]{{1,20}})? (?:in|as)\b"
    rf"|\b(?:scrap|drop|forget|lift|lose|ignore|undo|bin|skip) (?:the|that|my|this) (?:[\w'’-]{{1,20}} ){{1,5}}?(?:rules?|thing)\b"
    rf"|^(?:only |just )?{_FORMAT}(?: units)?,? (?:only|please|pls|plz)$"
)


def is_for_good(text: str) -> bool:
    """Whether it says that it is not for this once, or takes back what was not: "metric please", "scrap the no-comments rule"."""
    return bool(_FOR_GOOD.search(text))


def _tells(match: re.Match[str] | None) -> bool:
    """Not what never happened: "never met him"."""
    return match is not None and not is_past((match.groupdict().get("verb") or "").lower())
