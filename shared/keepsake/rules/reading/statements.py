"""Cuts somebody's own words into statements, each as it was written (row R8): one claim a statement, and what belongs together whole.

A cut lies where the next part speaks for itself: at the end of a sentence, before a clause with a subject of its own, between the items of
a list each of which carries a value, before "no ...", before an order. A clause that only goes on about the one before ("we ditched podman,
its all fargate now") stays with it.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from typing import NamedTuple

from keepsake.rules.dates.calendar_words import MONTH_PATTERN
from keepsake.rules.dates.tenses import is_past
from keepsake.rules.reading import changes, tasks
from keepsake.rules.reading.english_words import is_no_word
from keepsake.rules.reading.given_names import GIVEN_NAMES
from keepsake.rules.reading.lexicon import GREETING, KIN_PATTERN, KIN_PLURAL, caseless

MAX_CHARACTERS = 600
"""Of one statement; what is longer has lost its full stops, and its event stays searchable as a whole."""
MAX_SENTENCE = 1_200
"""Of one sentence; a longer one is read in pieces of as many, so that no pattern sees more at once."""
NEAR_BEGIN = 200
"""Characters at the beginning of a message in which somebody says who they are."""
NEAR_END = 80
"""Characters at the end of a clause in which its last words are looked for."""
MAX_STATEMENTS = 100
"""Statements taken of one message, as a mail of two pages has; a longer text is a document, not talk."""


class Statement(NamedTuple):
    text: str
    """As written, without greeting and filler."""
    before: str
    """The part of its sentence that it goes on from; empty for one that begins its sentence."""
    heading: str
    """`dinner plan` of "dinner plan: mon dal, tue tacos"."""
    asks: bool
    """Ends in a question mark."""
    sentence: str
    """The whole sentence, as far as it is read."""
    whose: str = ""
    """`I` of "I live in Boston and work as a nurse", whose second half is a statement without it, and of "sold the car"."""

    @property
    def read(self) -> str:
        """The text with the subject that it goes on with: for reading what it says, never to be kept."""
        return f"{self.whose} {self.text}" if self.whose else self.text


NAME_ALONE = re.compile(r"[A-ZÀ-Þ][\w'-]*")
"""Of "Thanks, Mel!": whom it is said to."""
THING_HEADS = caseless(r"(?:it|its|it['’]s|that|that['’]s|thats|this|these|those)\b")
"""What stands first where nobody can tell of what it is told."""
_SHORT_WORDS = r"dr mr ms mrs messrs rs st vs e\.g i\.e sgt gen col lt rev prof jr approx inc ltd co apt ste ave blvd".split()
_SMALL_NEXT = r"(?=\s(?-i:[a-z0-9&+(]))"
"""Behind "8 a.m.": no sentence begins small."""
NOT_ABBREVIATED = (
    "".join(rf"(?<!\b{word}\.)" for word in _SHORT_WORDS)
    + "".join(rf"(?<!\b{word}\.(?=\s\d))" for word in ("no", "min", "max"))
    + rf"(?<![ (][a-z]\.)(?<!\b[ap]\.m\.{_SMALL_NEXT})(?<!(?-i:\b[A-Z]\.[A-Z]\.))"
)
"""Behind a full stop: it ends no word that is cut short."""
_BEGINS = r"(?-i:(?:I|I['’]\w+|We|It|It['’]s|He|She|They|My|Our|The|This|That|And|But|So|Do|Can|Any)\b)"
"""What no name goes on with: behind "Avenue Q." it begins a sentence."""
_MENDS = r"(?<=\.\.\.\s)(?:wait|no wait|sorry|make that|i mean)\b"
"""What mends a slip belongs to it: "I am on... wait, nine"."""
_GOES_ON_WITH = r"(?:i|i['’]\w+|im|ive|my|we|he|she|they|its?|hes|shes|but|so|can|could|please|pls|what|how)\b"
"""Behind a face, or a quotation, it begins another sentence."""
_SENTENCE = caseless(
    rf"(?<=[.!?…])(?<!\s\.\.\.)(?<!\s…){NOT_ABBREVIATED}\s+(?![/×*+=]|{_MENDS})|(?<=\s[:;][()DP])\s+|(?<=[.][\"'’”])\s+(?![/×*+=])"
    rf"|(?<=[!?…][\"'’”])\s+(?=(?-i:[^a-zà-ÿ/×*+=])|{_GOES_ON_WITH})"
    rf"|(?<=[.!?…][)\]])\s+(?=(?-i:[A-ZÀ-Þ]))"
    rf"|(?<=[\U0001f600-\U0001f64f\U0001f923-\U0001f92f\U0001f970-\U0001f97a]) (?={_GOES_ON_WITH})"
    rf"|(?<=[ .](?-i:[A-HJ-Z])\.)\s+(?={_BEGINS})|\n+|;\s+|\s+[•·]\s+|(?<!\s)…\s*|(?<=[。！？])",
)
_ENCLOSED = re.compile(
    r"\([^()\n]{1,300}\)|(?<!\w)[\"“][^\"“”\n]{1,300}[\"”]|(?<!\w)['‘](?=\S)[^'’\n]{1,300}(?:['’]\w[^'’\n]{0,300}){0,3}(?<=\S)['’](?!\w)"
)
_BULLET = re.compile(r"^[^\S\n]*(?:[-*•–]|\(?(?:\d{1,2}|[IVXivx]{1,4})[.)])[^\S\n]+", re.MULTILINE)
_IN_LINE = re.compile(r"(?:^|(?<=\s))\(?1[.)]\s.{1,400}?\s\(?2[.)]\s", re.DOTALL)
_MARK = re.compile(r"(?:^|(?<=\s))\(?\d{1,2}[.)]\s+")
"""A numbered list in one line: "1) lower case 2) leading commas"."""
_WRAPPED = re.compile(r"(?<=[^\n.!?:;…]{60})(?<=[\w,])\n(?=[^\W\d_A-ZÀ-Þ][^\n]{20})")
"""A line break within a sentence: a long line without an end, and a next one that begins small."""
_PICTURES = "\U0001f000-\U0001faff☀-➿\ufe0f\u200d"
_EMOTICON = r"(?:[:;]-?[)(DPp/](?!\w)|<3|xD|\^\^)"
_ADORNED = re.compile(rf"^(?:[\s{_PICTURES}]|{_EMOTICON}(?=\s|$))++|(?<![\s{_PICTURES}])(?:\s++{_EMOTICON})?[\s{_PICTURES}]*+$")
"""Pictures and smileys at either end; within a statement they stay, as it was written."""

_FILLER = (
    r"so(?! (?:far|long|many|much|that|as)\b)|well(?! (?:done|said|put|noted|drafted|written|worded|played|spotted)\W*$)"
    r"|ok(?:ay)?(?! to\b)|k|oh|ah|hm+|um+|uh|er|btw|by the way|fyi|anyway|anyways|also|and|n|but|plus|lol"
    r"|haha+|hehe|before i forget|(?:some |(?:big|massive|huge|quick|small|more|good|bad|great|sad) )(?:news|update)(?! (?:is|from|on"
    r"|about|for)\b)"
    r"|fair enough|hey|hi|hello|yo|hiya|yeah|yea|yeh|ye|yep|yup|yes|sure|right(?! now)|(?:cool|nice|great|perfect|awesome"
    r"|cheers)(?=\s*[,!:.…-]"
    r"|\s+(?:thanks?|thx|ty)\b)|no(?:no)+|omg|wow|ugh|tbh|(?:i[’']?ll )?tell you what(?: though)?|(?:thanks|thank you|thx"
    r"|ty)(?! (?:(?:so much|very much|a lot|again) )?for\b)|honestly"
    r"|basically|like|look|listen|see|(?:you|u|ya) know(?: what)?|guess what|long time no (?:see|hear|speak)|i mean(?! to\b)|good morning"
    r"|morning|good evening|just so you know"
    r"|for the record|(?:as"
    r"|like) i (?:already )?(?:said|mentioned)|as mentioned|for context|note that|please note|remember that|context"
    r"|(?:one|two|three|another|a couple(?: of)?|(?:the )?(?:last|other|final|next))(?: more| other| last)? (?:things?|one)(?=\s*[,:.…-])"
    r"|meanwhile(?=\s*[,:])"
    r"|(?:(?:(?:one|another)(?: more| last)?|(?:a )?quick|(?:the )?last|final) question(?! is\b))|quick one|speaking of which|on (?:a"
    r"|another) (?:different |side |related )?note|(?:life )?update(?=\s*[,:.!…-]|\s+(?:i|we|my|our|the)\b)"
    r"|life update|fine(?=\s*,)|bye(?=\s*[,!.…-]|\s+(?:i|we)\b)|ooh|aw+|dear|however"
    r"|alright|all right|now then|then"
)
_LEAD = caseless(
    rf"^(?:(?:{_FILLER})(?:\s+(?:coach|there|all|everyone|team|again|guys|folks|bot|assistant|man|dude|friend|buddy|mate"
    r"|so much|very much|a lot))?"
    r"(?:\s*[,!:.…-]+\s*|\s+(?=\S)))"
)  # fmt: skip
_THANKS_FOR = caseless(
    r"^(?:thanks|thank you|thx|cheers)(?: so much| very much| a lot| again)? for\b[^,;?]*(?:,\s*(?:my )?(?:\w+ )?(?:friend|assistant"
    r"|companion|buddy|mate|dear|ai|bot))?$",
)
_ALONE = caseless(r"^(?:no|yes|yeah|yep|nope|sure|right|ok|okay)\b")
_TRAIL = caseless(
    r"(?:(?<![\s,])[\s,]++(?:lol|haha+|hehe|lmao|btw|tho|though|yay|ugh|thx|thanks|if you please|ok(?:ay)?\?|(?<=,\s)(?:ok(?:ay)?|(?:nice"
    r"|pleased|good|great) to meet you)))+[\s.!]*$",
)

_I = (
    r"(?!i mean\b)(?:i|i['’]?m|i['’]?ve|i['’]d|i['’]ll|ive|we|we['’]re|we['’]ve|weve|(?:my|our) (?:[\w'’-]{1,30} ){1,3}?(?:is|are|was"
    r"|were|has|have|had|will|can|cant|needs?|wants?|likes?|loves?|hates?|lives?|works?|got|goes|went|takes?|died|just|never|always"
    r"|\w+ed))\b"
)
_HE = (
    r"(?:(?:he|she|he['’]?s|she['’]?s)\b(?! who\b)|(?:his|her)(?: [\w'’-]{1,30}){1,4}? (?:is|are|was|were|has|have|had|will|can|cant"
    r"|can['’]t"
    r"|needs?|wants?|likes?|loves?|hates?|lives?|works?|goes|went|takes?|starts?|just|never|always|says?|thinks?|\w+ed"
    r"|[\w'’-]*\d[\w'’-]*)\b)"
)
_WHEN = r"(?:on|in|at|since|from|every|this|next|last|by)(?: [\w'’-]{1,20}){1,3} "
"""Before a clause that tells of another time: "and on Tuesdays I have choir"."""
_PRONOUN = r"(?:it|its|it['’]s|that|that['’]?s|thats|this|these|those|they|they['’]?re|theyre|theirs?|there['’]?s|there)\b"
_VERB = (
    r"(?:is|are|was|were|has|have|had|will|wo?nt|won['’]t|can|cant|can['’]t|cannot|does|doesn['’]?t|do|did|didn['’]?t|isn['’]?t|wants?"
    r"|needs?|likes?|loves?|hates?|lives?|works?|goes|went|moved|got|gets|takes?|took|starts?|started|quit|stopped|plays?|thinks?|says?"
    r"|said|told|owns?|runs?|comes?|stays?|keeps?|prefers?|eats|drinks|speaks|drives|pays|sleeps|wears|sings)\b"
)
_ORDER = (
    r"(?:don['’]?t|do not|never|always|(?:please|pls|plz)(?!\W*$)|no(?=\s+[a-z])(?! (?:idea|clue|problem|worries|rush|matter|need|way"
    r"|one)\b)"
    r"|make sure|forget|scratch|(?<=so )(?:let us|let['’]?s|keep|use|answer|reply|write|explain|call me|avoid|skip|give me|be)(?= ))\b"
)
_NAMED = (
    rf"(?:the [\w-]+|(?:[\w-]+ ){{0,2}}?{KIN_PATTERN}|(?!(?:which|who|that|what|why|how|where|then|and|but|or|so|is|are|was|were|has|have"
    rf"|had|will|can|does|did|do|to|not|long|much)\b)[A-Z][\w'-]+|kids?|weekends?|weekdays|weeknights?)\s+{_VERB}"
)
_DAYS = r"(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:days?)?\b"
_CUT = caseless(
    rf"(?P<and>,?\s+(?:and|n|but|so(?! (?:i|we) (?:can|could|don['’]?t)\b)|plus|whereas|although|though|cause|because"
    rf"|cuz)\s+)(?=(?P<own>{_I}|{_ORDER})|{_WHEN}{_I}|(?P<he>{_HE})|(?P<hence>(?!{_DAYS})[^,]{{1,40}}\bfrom now on\b)"
    rf"|(?P<it>{_PRONOUN}\s+(?:has"
    rf"|have|must"
    rf"|should|needs?|can|cannot|was|were|is|are)\b|\w+ing\b.{{0,40}}\bis\b))|(?:,\s+(?:and|plus)\s+|,?\s+(?:but|so|whereas"
    rf"|although|though)\s+)(?={_NAMED})|,\s*(?=(?P<own2>{_I}|{_ORDER}|(?:{_NAMED}))|(?P<he2>{_HE})|(?P<been>been (?:an?|on|in|at|off"
    rf"|with|vegan|vegetarian)\b))|\s[-–—]+\s+(?=(?:{_I}|{_HE}|{_NAMED}))"
    rf"|\s+(?P<run_on>(?=(?:i['’]?m|i['’]?ve|we['’](?:re|ve)|weve|he['’]?s|she['’]?s|they['’]?(?:re|ve))\s(?!\w+ing\b)\w))|\s+(?=btw\b)"
    rf"|\s+(?=(?:pls|please) (?:don['’]?t|always|never)\b)|\s+(?:and|n)\s+(?=(?P<another>[^\W\d_][\w'-]+)\s+(?P<does>{_VERB}))"
    r"|\s+(?:lol|haha+|lmao)\s+(?=(?:i|we|he|she|they|my)\b)|,?\s+so\s+(?=(?:just )?(?:send|give|show|tell|make|find|write) (?:me|us|it"
    r"|them)\b)"
    r"|\s+(?:so|anyway|right|ok|okay)\s+(?P<asks>(?=(?:how|what(?:['’]?s)?|why|where|when|which|who)\s+(?:long|much|many|far|do"
    r"|does|did|is|are|was|can|could|should|would|will|rhymes)\b))|\s+(?P<asks_you>(?=(?:can|could) (?:you|u|ya)\s+[a-z]))"
    rf"|\s+(?P<now>(?=now\s+(?:it['’]?s|it is|that|we['’]re|we|i['’]?m|i)\b))|:\s+(?P<theirs>(?={_HE}))",
)
_ASKING_TAIL = caseless(
    r"(?:,|\s[-–—])\s*(?:(?:so|and|but|or)\s+)?(?=(?:was|is|are|do|does|did|can|could|would|should|what(?:['’]?s)?|how|why|any|have|will"
    r"|shall)\s+\w|(?:which|where|who|when)\s+(?:\w+\s+){0,4}?(?:do|does|did|can|could|should|would|am|are|is|was|will) (?:i|you|we|it"
    r"|the|my|a)\b|i(?: was|['’]?m| am) (?:wondering|curious)\b|(?:good|best|better|worth|ok|okay|safe|normal|too (?:much|many|late|early"
    r"|old|young|long|soon)|ideas?|tips?|thoughts?|suggestions?|advice)\b)",
)
"""Where a statement ends in a question: "I waited until November, was that a good decision?"."""
_ASKING_YOU = caseless(
    r"\s+and\s+(?=(?:i )?(?:was|am|been) (?:wondering|curious)\b)|,\s*(?:(?:so|and|but|or)\s+)?"
    r"(?=(?:can|could|would|do) you\b|i(?: was|['’]?m| am) (?:wondering|curious)\b|what(?:['’]?s| are| is"
    r"| should| do)\b|how (?:many|much|long|far|(?:can|do|should|would) i)\b"
    r"|(?:is|are) (?:that|it|this|they|those) (?:too|ok|okay|normal|right|enough|good|bad|worth|safe)\b"
    r"|should i\b|(?:(?:please|pls|plz) )?(?:help|give|tell|show|teach|write|find) me (?!off\b"
    r"|up\b))",
)
_LINKED = caseless(r"\s(?:[-–—]+|,?(?:and|but|so))\s")
"""Behind it a clause may open: "today is my birthday, but due to the rain, I stay in"."""
_OPENING = caseless(
    r"^(?:if|were (?:i|we|he|she|they) to|had (?:i|we|he|she|they)|when|whenever|since|because|after|before|while|although|though|as"
    r"|once|unless|until|in case|even|(?:every|each|the (?:first"
    r"|last|next)) time|with)\b|^(?:just )?(?:last|next|this) \w+$|^(?:in|on|at|for|with|by|from|during|given|despite|regarding|like|to"
    r"|through|as|due to|about|concerning|because of|without|under|however|specifically|now|over|besides"
    r"|so far)\b(?!-)[^,]{0,60}(?:, in [^,]{2,20})?$|^(?:most|much"
    r"|some|half|all) of the"
    r" (?:time|day|week|year)$|^(?:most|some) (?:days|nights|mornings|evenings|weeks|times|people)$",
)
"""A clause or phrase that belongs to the clause behind it."""
_OTHERS_MIND = caseless(
    r"\b(?:thinks?|believes?|says?|said|told (?:me|us)|claims?|reckons?|insists?|swears|wants (?:me|us)|asked|suggests?|suggested)\b",
)
_CONTRASTS = caseless(
    r"^(?:no,? )?not\b|^(?:it|that) (?:is|was) not\b|\b(?:didn['’]?t|wasn['’]?t|isn['’]?t|aren['’]?t|doesn['’]?t)\b|^(?:scratch|forget"
    r"|never ?mind|swap|ditch)\b"
    r"|\b(?:don['’]?t|doesn['’]?t|didn['’]?t) \w+ any ?more\b",
)
_MISTAKEN = caseless(r"^[\w' ]{2,30} (?:was|were) (?:a mistake|wrong|too \w+)")
"""What is denied and what holds instead belong together, and are one statement."""
_INSTEAD = caseless(r"\b(?:now|instead)\b")
_REPAIRS = caseless(
    r"^(?:oops|sorry|i mean|i meant|no wait|wait no|wait|no|correction|make that|or rather|rather|scratch that)\b[\s,:]*(?:i mean|i meant"
    r"|make that|it['’]?s)?[\s,]*(?=\S+(?: \S+){0,3}$)",
)
"""A slip mended in the next breath: "line length 100. sorry, 110"."""
_GOES_ON = caseless(r"(?:don['’]?t|do not|never|always|forget)\b")
_UNDER = caseless(r"\b(?:that (?:with|if|when|while|after|before|because|since|although)|now that)\b[^,]*$")
"""Behind it a comma only parts what belongs together: "I know that with practice, all is possible"."""
_ONE_MORE = caseless(r"(?:one|once) more\b")
"""Of "one more leak and I'm selling the boat" nothing has come about."""
_FEARED = caseless(
    r"^(?:i['’]?m|i am|we['’]?re|we are) (?:afraid|worried|scared|terrified|hoping|hopeful)\b|^(?:i|we) (?:hope|fear|doubt|wish|dream"
    r"|pray)\b",
)
_AHEAD = caseless(r"(?:[\w'’-]{1,30} ){0,3}?(?:\w{1,20}['’](?:ll|d)|will|won['’]?t|would|can|can['’]?t|could)\b")
"""Of "i'm afraid that i lose my job and i'll be homeless" nothing has come about."""
_NO_CLAUSE = caseless(r"(?:always|never|\w+ing)\b")
"""Behind something that is only named it is what is told of it: "tea with milk, never without"."""
_TOLD = caseless(
    r"(?:\w+ly |sometimes |often )?(?:i|we|he|she|they|it|that|this|these|those|there|my|our|your|the|some|i['’]\w+|im|ive|we['’]\w+"
    r"|they['’]\w+|it['’]s|[\w'’-]+ (?:is|are|was|has|have))\b",
)
"""After what is told of somebody, "and don't ..." goes on about them; after an order it is another one."""
_OF_ONE = caseless(r"\w+s(?:n['’]?t)?")
_TOLD_OF = caseless(rf"\w\s+{_VERB}|['’]s\b|\b(?:i|we|he|she|it|they)\b")
"""A clause with a verb: "Amara is vegetarian and Jonah eats anything" tells of two, "Tom and Anna are here" of both."""
_WHO_ALONE = caseless(
    rf"(?:(?:and|but|so) )?(?:(?:my|our) (?:\w+ )?{KIN_PATTERN}(?:,? (?-i:[A-ZÀ-Þ])[\w'-]+)?|[\w'-]+,? (?:my|our) (?:\w+ )?{KIN_PATTERN})"
)
"""`my friend Kemelly, she is an au pair` says one thing."""
_CONTRACTED = caseless(r"(?:i|he|she|it|that|there|we|they)['’]?(?:m|s|re|ve|ll|d)\b|(?:i|we|me)\b")
_SHE = caseless(r"(?:he|she)(?:['’]?s)?\b")
_UNTOLD = caseless(
    r"\b(?:if|when|whether|that|because|since|while|although|unless|hopes?|wish|thinks?|thought|says?|said|told|imagine"
    r"|suppose|wants?|would|could|might)\b",
)
"""Behind it another clause may be part of what is thought, wished or supposed."""
_DANGLES = caseless(
    r"\b(?:and|but|or|so|because|otherwise|although|even|while|that|if|when|to|of|with|for|as|than|which|is|are|was|it['’]s|(?:since|by"
    r"|until) then|i|he|she|we|they)$",
)
"""No clause ends with it: what comes next goes on."""
_COMPANY = re.compile(
    rf"\b{KIN_PLURAL}$|(?:^|[,:–—]\s*|\s-\s|\b(?:and|with|when|that|because|since|but|where|while|after|before)\s+)(?:(?:[Mm]y"
    rf"|[Oo]ur)\s+(?:\w+\s+)?{KIN_PATTERN}(?:\s+[A-ZÀ-Þ][\w'-]+)?"
    rf"|(?:(?:Mr|Mrs|Ms|Miss|Dr|Prof|Professor|Aunt|Auntie|Uncle)\.? )?[A-ZÀ-Þ][\w'-]+)$"
)
"""`Thomas and I`: no clause begins before "I"."""
_ME_AND = caseless(r"(?:^|,\s+(?:and\s+)?|\s+(?:but|so)\s+)(?P<me>me)$")
"""`me and my wife are moving`: one clause, which begins before "me"."""
_LIVING = (
    r"(?:live (?:in|at|on|near|with|alone|by|above|outside|close)\b|work (?:as|at|in|for|from|with|part|full|nights?|remotely)\b|(?:have"
    r"|own) (?:a|an|no|my|one|two|three|four|five|several|\d+)\b)"
)
"""What holds by itself. Tastes do not: "I hate lifts and prefer low ones" says one thing."""
_LASTING = rf"(?:{_LIVING}|(?:study|teach|speak|love|like|am)\b)"
_DROPPED = caseless(
    r"(?:(?:just|finally|recently|already|actually|currently|still)\s+)?(?:been (?!there\b|done\b|wondering\b|thinking\b)\w|(?:live|commute"
    r"|drive|work|own) (?:alone|in|at|on|near|by|with|from|for|to|as|an?|the)\b|(?P<did>(?!(?:given|based|called|used)\b)[a-z]+) (?:an?"
    r"|the|my"
    r"|our|some|another|back|up|out|rid|\d+|two|three|four|five|six) |(?:moved|switched|went|relocated|joined|started|quit|retired) \S)",
)
"""`sold the car last week`, `been vegan since 2019`: told of oneself, and short for "I ..."."""
_SPEAKS = caseless(r"(?:i|i['’]\w+|im|ive|we|we['’]\w+|weve)\b")
_MARKUP = caseless(r"(?:</?[a-z!][^<>]{0,500}>\s*)+")
_HALVES = caseless(rf"\s+and\s+(?:also\s+)?(?={_LIVING}(?:\s+\S+){{1,40}})")
_OF_ONESELF = caseless(rf"(?:i|we)\s+(?:also\s+|currently\s+|now\s+|still\s+)?{_LASTING}")
_GOES_ON_OF_ONESELF = caseless(_LIVING)
_LEADS_ON = caseless(r"\b(?:to|how|that|when|where|what|who|which|if|because|since|while|people|guys|those|both)\b")
"""Behind it a verb may be another's, or an infinitive: "I like to live in town and work from home" is one statement."""
_HEADING = re.compile(r"^(?P<heading>(?:couple of |few |some |a |my |the |our )?[^\W\d][\w'’-]{0,20}(?: [\w'’-]{1,20}){0,2}):\s+(?=\S)")
_ITEM = re.compile(r",\s+(?!\d{4}\b|\d{1,3}, who\b)(?:and\s+)?|\s+\+\s+|\s+and\s+")
MOST_WORDS = 8
"""Words of an item of a list of claims; where one has more, it is a sentence with commas."""
_PROSE = caseless(
    r"^(?:to|which|who|that|where|when|in|on|at|for|with|by|so|or|like|such|including|especially|specifically|as|of|from|because|since|if"
    r"|while|then|considering|focusing|maybe|perhaps|at least|not sure|am|is|are|was|were)\b",
)
"""No item of a list begins so: "the kids, Aino and Eero, are 4 and 7" is a sentence around names."""
_DAY = r"(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:days?)?\b"
_VALUE = caseless(rf"\d|\b{_DAY}")
_NO_CLAIM = caseless(rf"(?:and |or )?(?:every (?:other |second )?)?{_DAY}|(?:apt|apartment|suite|ste|unit|flat)\.? \S+")
"""Another day of one thing, "I row on Mondays, Wednesdays and Fridays", or a door of one house."""
_CLAIM = caseless(
    rf"^(?:no\b|not (?:too|very)|nothing too|never|only(?! (?:with|in|on|at|for|to|when|if|by|from|after|before"
    rf"|because)\b)|based in|desk job|{KIN_PATTERN}s?\s+(?:(?-i:[A-Z])|\w+ (?:\d|who\b))|based\b"
    rf"|ex-\w+|size\b|max\b|min\b)",
)
_WENT = caseless(r"(?:i|we) (?:just |finally |also )?(?:went|saw|met|got|found|bought|had|took|visited|viewed|looked at)\b")
"""What follows describes what it was that they saw: "we went to a childminder, Bev, 5 minutes from ours, 6.50 an hour"."""
_FROM = caseless(r"(?:(?:and|but|so) )?(?:i|we|they|you) (?:open|close|shut|start|begin|finish|stop|end)\b")
_TO = caseless(r"(?:open|close|shut|start|begin|finish|stop|end)\b")
"""The two ends of one span: "I open at 7.30 and close at 6"."""
_NUMBER = re.compile(r"\s*[\d.]+\s*$")
"""One of several values of one thing: "sides of 6, 8 and 10 cm"."""
_NAME_BEFORE_VALUE = caseless(
    rf"(?!{_DAY}|\d|\D*\b(?:through|until|till|by)\s\d)(?:(?:has|have|had|is|was|lives?|works?)\s\D*|\S+\s(?:\S+\s){{0,3}}\D{{0,3}})\d"
)
"""`ramipril 5mg`: between "and" or "+" a claim by itself."""
_DENIED = caseless(r"\s*not (?!too\b|very\b)")
"""`at 23:40, not 23:10`."""
_VALUE_ALONE = caseless(
    rf"(?:(?:and|or|plus|about|around|roughly|only|just|now|still|max|min|up|till?|until|by|at|from|to|each|total|gone|left|paid|spent|in|out"
    rf"|all|so far|altogether|more|less|an?|per|every|the|of|on|{_DAY}|{MONTH_PATTERN}|[ap]m|days?|wks?|weeks?|mths?|months?|years?|yrs?"
    rf"|hours?|hrs?|mins?|minutes?|nights?|euros?|eur|dollars?|usd|pounds?|quid|crowns?|grand|percent|[$€£₹]?\d[\w.,:/%€£$–-]{{0,12}})"
    rf"(?:\s+|$)){{1,12}}"
)
"""`95 a week all in`: what it is of stands before it, and it is no statement without."""
_OF_A_BODY = caseless(r"\d\s?(?:cm|kg|lbs?|st|ft|m|f|yo)\b")
_BARE = re.compile(r"^(?:and |or |plus )?(?:a |an |some |the )?[\w'’/.-]+(?: [\w'’/.-]+){0,5}$")


def statements(text: str) -> list[Statement]:
    """The statements of one's own words, in order."""
    found: list[Statement] = []
    for whole in _sentences(text):
        if found and _REPAIRS.match(whole.strip(" .!")) and _VALUE.search(whole):
            slip = found[-1]
            found[-1] = slip._replace(text=f"{slip.text}. {whole.strip()}", sentence=f"{slip.sentence}. {whole.strip()}")
            continue
        whole = _told_anew(whole)
        sentence, asks = _stripped(whole), _ADORNED.sub("", whole).rstrip(" \"'’”)").endswith(("?", "？"))
        headed, before = _HEADING.match(sentence), ""
        heading = headed["heading"] if headed else ""
        told, asked = _asked(sentence, asks)
        behind = [asked] if asks else _clauses(asked)
        for part in [*(item for clause in _clauses(told) for half in _halves(clause) for item in _listed(half, bool(heading))), *behind]:
            said = _stripped(part)
            if said and not _MARKUP.fullmatch(said):
                whose = "I" if _is_without_i(said, before, found) else ""
                asks_here = asks and (part == asked or not asked)
                found.append(Statement(said[:MAX_CHARACTERS], before, heading, asks_here, sentence, whose))
                before = said[:MAX_CHARACTERS]
            if len(found) >= MAX_STATEMENTS:
                return found
    return found


def _told_anew(sentence: str) -> str:
    """`I was a school cook` of "Did I ever tell you that I was a school cook?", which asks nothing."""
    lead = _DID_I_TELL.match(sentence)
    rest = sentence[lead.end() :].rstrip(" ?!") if lead else ""
    return rest if _TOLD_OF.search(rest) or any(is_past(w) for w in rest.split()) else sentence


_DID_I_TELL = caseless(
    r"^(?:(?:oh|and|btw|so|by the way),? ){0,3}(?:did|have|had) i (?:ever |already |not )?(?:tell|told|mention(?:ed)?|say(?!.*\?))\b"
    r"(?: to)?+(?: you)?+(?: that)?+ (?!how\b|what\b|why\b|when\b|where\b|who\b|about\b|which\b|if\b|something\b|anything\b|it\b|so\b)"
)


def _is_without_i(said: str, before: str, found: list[Statement]) -> bool:
    """Whether a statement is its writer's, who left out "I": the second half of one, or one that opens the message or follows upon what its
    writer says of themselves. Behind what is told of somebody else it may be that one's."""
    if before:
        return bool(_GOES_ON_OF_ONESELF.match(said) and _OF_ONESELF.match(before))
    dropped = _DROPPED.match(said)
    if dropped is None or (dropped["did"] and not is_past(dropped["did"])):
        return False
    return not found or bool(_SPEAKS.match(found[-1].text) or found[-1].whose or found[-1].asks)


def has_verb(text: str) -> bool:
    return bool(_TOLD_OF.search(text) or _CONTRACTED.match(text)) or any(is_past(word) for word in text.split())


def _asked(sentence: str, asks: bool) -> tuple[str, str]:
    """(what a sentence tells, what it asks at its end), which may lack its mark."""
    tails = (_ASKING_TAIL if asks else _ASKING_YOU).finditer(sentence)
    heads = ((m, sentence[: m.start()]) for m in tails)
    tail = next((m for m, head in heads if len(head.split()) > 3 and not _WHEN_ALONE.match(head)), None)
    return (sentence[: tail.start()], sentence[tail.end() :]) if tail else (sentence, "")


_WHEN_ALONE = caseless(r"(?:(?:please|pls|and|also|so|but|ok),? ){0,3}(?:when(?:ever)?|if|(?:each|every|any) ?time) [^,]{1,200}$")
"""What comes next belongs to it: "when I send a log, give me the cause first"."""
_MEETS = caseless(r"^(?:[\w']+ ){0,5}?(?:it['’]?s|it is|this is) (?-i:[A-ZÀ-Þ])[a-zà-ÿ]+(?: here| again)?(?= (?:i|i['’]?m|im|i['’]?ve)\b)")
"""`this is Nell I'm a freelance illustrator`, said without a stop."""


def _sentences(text: str) -> list[str]:
    text = _MEETS.sub(r"\g<0>.", text[:NEAR_BEGIN], count=1) + text[NEAR_BEGIN:]
    text = _MARK.sub("\n", text) if len(text) <= MAX_SENTENCE and _IN_LINE.search(text) else text
    listed, begin, pieces = _WRAPPED.sub(" ", _BULLET.sub("", text)), 0, []
    for cut in _cuts(_SENTENCE, listed):
        pieces.append(listed[begin : cut.start()])
        begin = cut.end()
    return [part for p in [*pieces, listed[begin:]] if p.strip(" \t\"'’.,!?)(-") for part in _within_bounds(p.strip())]


def _cuts(pattern: re.Pattern[str], text: str) -> Iterator[re.Match[str]]:
    """Where a pattern cuts a text, but for what stands in brackets or is quoted: that stays whole."""
    held = [m.span() for m in _ENCLOSED.finditer(text)]
    for cut in pattern.finditer(text):
        around = bisect_right(held, cut.span()) - 1
        if around < 0 or cut.end() > held[around][1]:
            yield cut


def _within_bounds(sentence: str) -> list[str]:
    cuts = []
    while len(sentence) > MAX_SENTENCE:
        end = sentence.rfind(" ", 1, MAX_SENTENCE)
        end = end if end > 0 else MAX_SENTENCE
        cuts.append(sentence[:end])
        sentence = sentence[end:].lstrip()
    return [*cuts, sentence]


_GREETS_BY_NAME = caseless(rf"^{GREETING}(?:it['’]?s|this is) (?P<name>[^\W\d_][\w-]+)$")
"""By the greeting before it `this is jolene` tells who speaks; else it may be said of a picture."""


_MINUS = re.compile(r"[ \t]*-\d")


def _without_marks(text: str) -> str:
    """Without dashes and the like around it; "-27 outside" keeps its minus."""
    bare = text.strip(" \t,;:-–—")
    return f"-{bare}" if _MINUS.match(text) else bare


def _stripped(text: str) -> str:
    """Without greeting and filler at either end, whose absence changes nothing of what is said."""
    text = _without_marks(_ADORNED.sub("", text))
    greeted = _GREETS_BY_NAME.match(text.rstrip(".!"))
    if greeted and (greeted["name"].lower() in GIVEN_NAMES or is_no_word(greeted["name"])):
        return greeted[0]
    if _THANKS_FOR.match(text):
        return ""
    for _ in range(4):
        shorter = _LEAD.sub("", text, count=1)
        if shorter == text:
            break
        if not shorter.strip(" .!?"):
            return text if _ALONE.match(text) else ""
        text = _without_marks(_ADORNED.sub("", shorter))
    shorter = _TRAIL.sub("", text)
    return _ADORNED.sub("", (shorter if shorter.strip(" .!?") else text).strip(" \t,;:").rstrip(".!"))


def _clauses(sentence: str) -> list[str]:
    """A sentence cut before each clause that has a subject of its own."""
    found, begin = [], 0
    for match in _cuts(_CUT, sentence):
        part = sentence[begin : match.start()]
        if together := _ME_AND.search(part):
            if together.start():
                found.append(part[: together.start()])
            begin += together.start("me")
            continue
        if len(part.split()) < 2 and not _VALUE.search(part):
            continue
        opens = match[0].strip() == "," and any(map(_OPENING.match, _LINKED.split(part)[1:][-1:]))
        end = max(0, len(part) - NEAR_END)
        if opens or _OPENING.match(part.lstrip()) or _DANGLES.search(part, end) or (match[0].strip() == "," and _UNDER.search(part)):
            continue
        if _NO_CLAUSE.match(sentence, match.end()) and ":" not in part and not tasks.tells(part):
            continue
        if _ONE_MORE.match(part.lstrip()) or part.lower().endswith(" and me"):
            continue
        if _FEARED.match(part.lstrip()) and "but" not in match[0] and _AHEAD.match(sentence, match.end()):
            continue
        if "but" in (match["and"] or "").lower() and _OTHERS_MIND.search(part):
            continue
        if changes.change(part).replaces and _INSTEAD.search(sentence[match.end() : match.end() + 80]):
            continue
        company = _COMPANY.search(part, end) or part.split()[-1].lower() in GIVEN_NAMES
        if company and "and" in (match["and"] or "").lower() and (match["own"] or "").lower() in ("i", "my"):
            continue
        if _WHO_ALONE.fullmatch(part.strip()) and _SHE.match(sentence, match.end()):
            continue
        if _GOES_ON.match(sentence, match.end()) and _TOLD.match(part.lstrip()):
            continue
        if match["run_on"] is not None and not _runs_on(part, sentence[match.end() :]):
            continue
        if match["another"] and not (match["another"][:1].isupper() or match["another"].split()[0].lower() in GIVEN_NAMES):
            continue
        if match["another"] and (_UNTOLD.search(part) or not _TOLD_OF.search(part) or _both(part, match["does"])):
            continue
        if not _turns(match, part):
            continue
        if _CONTRASTS.search(part) or _MISTAKEN.match(sentence[match.end() :]):
            continue
        found.append(part)
        begin = match.end()
    return [*found, sentence[begin:]]


def _turns(match: re.Match[str], part: str) -> bool:
    """Whether a sentence without stops turns where a question, what is told behind one, or what is told of whom an order names may begin;
    True of other cuts."""
    if match["asks_you"] is not None:
        return len(part.split()) >= LEAST_RUN_ON and part.split()[-1].lower() not in _TAKES_A_CLAUSE
    if match["now"] is not None:
        return _ASKS_FIRST.match(part.lstrip()) is not None and len(part.split()) >= LEAST_RUN_ON
    if match["theirs"] is not None:
        return _ORDERED.match(part.lstrip()) is not None and _OF_KIN.search(part) is not None
    return True


_ASKS_FIRST = caseless(r"(?:what|how|when|where|which|who|why|can|could|should|do|does|is|are)\b")
_OF_KIN = caseless(rf"\b{KIN_PATTERN}\b")


def _runs_on(part: str, rest: str) -> bool:
    """Whether a clause begins without a stop or a word that joins it: "we are moving to Madison she's got a job there"."""
    near = part.split()[-LEAST_RUN_ON:]
    if _ORDERED.match(part.lstrip()) and _IS_SOMEBODY.match(rest):
        return len(near) == LEAST_RUN_ON and near[-1].lower() not in _TAKES_A_CLAUSE
    unstopped = len(near) == LEAST_RUN_ON and len(rest.split()) >= LEAST_RUN_ON and not _STOPPED.search(" ".join(near))
    opens = _OPENING.match(_LINKED.split(part)[-1].rpartition(", ")[2].lstrip()) is not None
    return unstopped and not opens and bool(_TOLD_OF.search(part)) and near[-1].lower() not in _TAKES_A_CLAUSE


_ORDERED = caseless(r"(?:write|send|draft|email|e-mail|message|msg|text|tell|remind|ask|call|invite|thank|reply)\b")
_IS_SOMEBODY = caseless(r"(?:he|she)(?:['’]?s| is| was| has)\b")
"""Behind an order it tells of the one to whom it goes: "write to Ines she's the one who keeps my books"."""
LEAST_RUN_ON = 5
"""Words on either side of where a sentence without stops is cut."""
_STOPPED = re.compile(r"[,;:.()\"“”–—]")
_TAKES_A_CLAUSE = frozenset(
    """that which who whom whose what where when why how if whether because cause cuz since as than until till before after while once
    though although unless like and or but so then think thinks thought know knows knew guess say says said tell tells told hope hopes
    wish believe feel feels felt bet swear mean means see sees saw hear heard glad sure afraid sorry happy worried everything anything
    something nothing all way time thing things stuff place reason moment day one ones person people man woman guy girl fella job
    house dog bit part only just even maybe now today out is was are were me him her us them it the a an to of""".split()
)
"""Behind it a clause may be part of the one before: "the place we're moving to"."""


def _both(part: str, verb: str) -> bool:
    """Whether two names may share a verb: of "I saw Tom and Anna moved", not of "we hired Tom and Kevin is the boss"."""
    return part.split()[-1][:1].isupper() and not _OF_ONE.fullmatch(verb)


def _halves(clause: str) -> list[str]:
    """Two lasting things that somebody says of themselves in one breath ("I live in Boston and work as a nurse"): when one of them ends,
    the other still holds."""
    cut = _HALVES.search(clause) if _OF_ONESELF.match(clause.lstrip()) else None
    if cut is None or _LEADS_ON.search(clause, 0, cut.start()):
        return [clause]
    return [clause[: cut.start()], clause[cut.end() :]]


def _listed(clause: str, headed: bool) -> list[str]:
    """The clause, or the items of its list where they are claims by themselves."""
    items, begin = [], 0
    for match in _cuts(_ITEM, clause):
        items.append((clause[begin : match.start()], match[0]))
        begin = match.end()
    items.append((clause[begin:], ""))
    whole = len(clause) <= MAX_CHARACTERS  # what is longer is cut, and must be
    behind = [(text.strip(), "," in separator) for (text, _), (_, separator) in zip(items[1:], items, strict=False)]
    prose = any((len(text.split()) > MOST_WORDS and (whole or comma)) or (comma and _PROSE.match(text)) for text, comma in behind)
    prose = prose or (whole and len(items[0][0].split()) > MOST_WORDS)
    first = items[0][0].strip()
    of_another = not _SPEAKS.match(first) and bool(_TOLD_OF.search(first)) and any(_DROPPED.match(text) for text, _ in behind)
    prose = prose or (not headed and (of_another or bool(_WENT.match(first))))
    if len(items) < 2 or prose or _CONTRASTS.search(clause.strip()) or (not headed and ": " in clause):
        return [clause]
    if headed and any(": " in text for text, _ in items[1:]):
        return [clause]  # "hv01 and hv02: 8.1" is one heading
    if len(items) == 2 and _FROM.match(first) and _TO.match(behind[0][0]):
        return [clause]
    if any(_NUMBER.match(text) for text, _ in behind) or any(t.lstrip().startswith("(") for t, _ in items):
        return [clause]  # they are numbers of one thing
    claims = [bool(_CLAIM.match(text.strip())) for text, _ in items]
    valued = sum(bool(_VALUE.search(text)) for text, _ in items)
    if valued < 2 and not (valued and headed) and not any(claims[1:]):
        return [clause]
    joined: list[str] = []
    for index, (text, _) in enumerate(items):
        alone = index == 0 or _stands(text, items[index - 1][1], valued >= 2, claims[index], claims[index - 1])
        alone = alone and not (
            index and (THING_HEADS.match(text) or (_VALUE_ALONE.fullmatch(text.strip()) and not _OF_A_BODY.search(text)))
        )
        if alone and not (index and (_DENIED.match(text) or _NO_CLAIM.fullmatch(text.strip()))):
            joined.append(text)
        else:
            joined[-1] += items[index - 1][1] + text
    return joined


def _stands(text: str, separator: str, list_of_values: bool, claim: bool, after_claim: bool) -> bool:
    """Whether an item is a claim by itself, and not one of several things that one claim names."""
    said = text.strip()
    if claim:
        return True
    if "," in separator:
        return (list_of_values or after_claim) and bool(_BARE.match(said) or _VALUE.search(said))
    return list_of_values and bool(_NAME_BEFORE_VALUE.match(said))
