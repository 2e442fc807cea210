"""Clause-level rules as data: what a predicate says, of which category, how long it holds, and which slot it fills.

A pattern is matched at the beginning of a predicate, without its subject and leading adverbs ("live in Denver", "is allergic to nuts").
The first rule that matches decides, so the specific ones come first.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from keepsake.records import Category, Durability
from keepsake.rules.reading.lexicon import DIETS, JOBS, KIN_PATTERN, KIN_PLURAL, NATIONALITIES, ORIENTATIONS, RELIGIONS, STATES

STATED = 0.9
"""Confidence of what is said outright and fills a slot."""
TOLD = 0.8
"""Confidence of what is said outright and fits a rule, but no slot."""
READ = 0.7
"""Confidence where the rule reads the category from the verb's form only."""

C = Category
D = Durability


class Rule(NamedTuple):
    name: str
    pattern: re.Pattern[str]
    category: Category
    durability: Durability
    importance: float
    """Who somebody is and what must never be done to them weighs most (0.8), passing states least (0.2)."""
    feature: str = ""
    template: str = ""
    """Content instead of the clause itself; {who} is the subject."""
    negated: bool = False
    correction: bool = False
    confidence: float = STATED


def _one_of(words: frozenset[str]) -> str:
    return "(?:" + "|".join(sorted(words, key=lambda word: (-len(word), word))) + ")"


_WORDS = {
    "be": "(?:am|is|are)",
    "have": "(?:have|has)",
    "been": "(?:(?:have|has) been|am|is|are|was|were)",
    "adv": r"(?:(?:\w{2,20}ly|very|so|also|just|still|now|quite|pretty|always) ){0,4}",
    "cap": r"(?-i:[A-ZÀ-Þ])[\w.&'-]*",
    "place": r"(?P<value>(?-i:[A-ZÀ-Þ])[\w.'-]*(?:,? (?:(?:of|de|del|la|upon|am) )?(?-i:[A-ZÀ-Þ])[\w.'-]*)*)",
    "org": r"(?P<value>(?:the )?(?:\d+|(?-i:[A-ZÀ-Þ]))[\w.&'-]*(?: (?:(?:of|and|&|for) )?(?-i:[A-ZÀ-Þ])[\w.&'-]*)*)",
    "value": "(?P<value>.+)",
    "job": rf"(?P<value>(?:[\w'-]+ ){{0,4}}?{_one_of(JOBS)})",
    "kin": KIN_PATTERN,
    "kins": KIN_PLURAL,
    "count": "(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen"
    "|nineteen)",
    "num": r"(?:\d+|a|an|one|two|three|four|five|six|seven|eight|nine|ten|no|several|some|another|many)",
    "nationality": f"(?P<value>{_one_of(NATIONALITIES)}(?:[- ]{_one_of(NATIONALITIES)})?)",
    "orientation": _one_of(ORIENTATIONS),
    "religion": f"(?P<value>{_one_of(RELIGIONS)})",
    "diet": f"(?P<value>(?:strict(?:ly)? |mostly )?{_one_of(DIETS)})",
    "state": _one_of(STATES),
    "language": r"(?:English|French|German|Spanish|Italian|Portuguese|Dutch|Japanese|Chinese|Mandarin|Cantonese|Korean|Arabic|Hindi"
    r"|Russian|Polish"
    r"|Swedish|Norwegian|Danish|Finnish|Greek|Turkish|Hebrew|Urdu|Bengali|Vietnamese|Thai|Czech|Hungarian|Romanian|Ukrainian|Swahili"
    r"|Catalan|Farsi"
    r"|Persian|Tagalog|Indonesian|Malay|Welsh|Irish|Latin|Tamil|Punjabi)",
    "not_pronoun": r"(?!(?:it|that|this|these|those|you|your|how|what|them|him|her|when|where|everything|every bit|all of|each other"
    r"|so|to)\b)",
    "end": r"(?= (?:and|but|since|because|so|with|for|near|at|in|these|right|now|as|when|where|who|which|until|from|on)\b|[,.]|$)",
}


def rule_table(*rows: tuple[object, ...]) -> tuple[Rule, ...]:
    made = []
    for name, pattern, *rest in rows:
        text = str(pattern)
        for word, expansion in _WORDS.items():
            text = text.replace("{" + word + "}", expansion)
        made.append(Rule(str(name), re.compile(text, re.IGNORECASE), *rest))  # type: ignore[arg-type]
    return tuple(made)


IDENTITY = rule_table(
    ("called", r"(?:{be} (?:called|named)|go(?:es)? by|answers? to|prefers? to be called) (?P<value>{cap})", C.IDENTITY, D.PERMANENT, 0.9,
     "name"),
    ("age", r"(?:{be}|will be|turned|just turned|turns)(?: now| almost| about)? (?P<value>\d{1,3}|{count}|(?:twenty|thirty|forty|fifty"
     r"|sixty"
        r"|seventy|eighty|ninety)(?:[- ]\w+)?)(?: years? old| months old)?(?: now| today)?$", C.IDENTITY, D.PERSISTENT, 0.7, "age"),
    ("age_and", r"{be} an? (?P<value>\d{1,3})[- ]year[- ]old\b", C.IDENTITY, D.PERSISTENT, 0.7, "age"),
    ("moved", r"(?:have |has )?(?:(?:just|recently) )?(?:moved|relocated)(?: back)? from (?P<old>{cap}(?: {cap})*) to {place}",
     C.IDENTITY, D.PERSISTENT, 0.8, "residence", "", False, True),
    ("moved_to", r"(?:have |has )?(?:(?:just|recently) )?(?:moved|relocated)(?: back| over| away)? to {place}(?: from "
        r"(?P<old>{cap}(?: {cap})*))?", C.IDENTITY, D.PERSISTENT, 0.8, "residence", "", False, True),
    ("lives", r"(?:lives?|resides?|{be} (?:living|based|located|residing|staying)|(?:have|has) (?:been living|lived)) (?:here "
        r")?(?:(?:alone|together|by (?:my|him|her|them)sel(?:f|ves)|on (?:my|his|her|their) own|with \w+ \w+) )?(?:in|at|near|outside)(?:"
        r" of)? {place}", C.IDENTITY, D.PERSISTENT, 0.8, "residence"),
    ("stays", r"stays? in {place}$", C.IDENTITY, D.PERSISTENT, 0.7, "residence"),
    ("lives_within", r"(?:lives?|resides?|{be} (?:living|based|located)) "
     r"(?:in|at|near|on|with|outside)\b.*? (?:in|near|outside|close to|of) {place}", C.IDENTITY, D.PERSISTENT,
     0.8, "residence"),
    ("home", r"lives? (?:in|on|with|at|near|by|next|alone)\b.*", C.ATTRIBUTE, D.PERSISTENT, 0.6, "", "", False, False, TOLD),
    ("born_in", r"(?:was|were) born in (?P<value>(?-i:[A-Z])[\w ,.'-]+?)(?: in \d{4})?$", C.IDENTITY, D.PERMANENT, 0.8, "born"),
    ("born_on", r"(?:was|were) born (?:on |in )?(?P<value>.+?)(?: in (?-i:[A-Z])\D+)?$", C.IDENTITY, D.PERMANENT, 0.8, "birthday"),
    ("raised", r"(?:grew up|(?:was|were) (?:raised|brought up)) (?:in|on|near) {value}", C.IDENTITY, D.PERMANENT, 0.7, "hometown"),
    ("origin", r"(?:{be} (?:from|originally from)|comes? from|hails? from) {place}$", C.IDENTITY, D.PERMANENT, 0.8, "hometown"),
    ("nationality", r"{be} (?:an? |half[- ]|part[- ])?{nationality}"
     r"(?:(?:,| and) (?:half|part)[- ]\w+)?(?: citizen)?(?: by (?:birth|blood|passport|descent|marriage))?$",
     C.IDENTITY, D.PERMANENT, 0.7, "nationality"),
    ("gender", r"(?:{be}|came out as|identif(?:y|ies) as) (?:an? )?(?P<value>(?:{orientation}\b ?)+(?:woman|man|person|guy|girl)?)$",
     C.IDENTITY, D.PERMANENT, 0.8, "gender"),
    ("raised_by", r"uses? (?P<value>(?:he|she|they)/(?:him|her|them))", C.IDENTITY, D.PERMANENT, 0.8, "pronouns"),
)  # fmt: skip

PROFESSION = rule_table(
    ("works_at", r"(?:works?|(?:{be}|have been|has been) (?:working|employed))(?: full[- ]time| part[- ]time| remotely)? (?:at|for"
        r"|with|by) {org}(?P<rest>.*)", C.PROFESSION, D.PERSISTENT, 0.75, "employer"),
    ("now_at", r"{be} (?:now (?:at|with) (?P<value>(?-i:[A-Z])[\w.&'-]*(?: (?-i:[A-Z])[\w.&'-]*)*)|(?:at|with) "
     r"(?P<org>(?-i:[A-Z])[\w.&'-]*(?: (?-i:[A-Z])[\w.&'-]*)*) now)$",
     C.PROFESSION, D.PERSISTENT, 0.75, "employer"),
    ("works_as", r"(?:works?|{been} working|{be} employed)(?: full[- ]time| part[- ]time| remotely)? as (?:an? |the "
        r")?(?P<value>.+?)(?: (?:at|for|with) (?P<org>.+))?$", C.PROFESSION, D.PERSISTENT, 0.75, "job_title"),
    ("joined", r"(?:have |has )?(?:just |recently )?(?:joined|got hired by|(?:was|were) hired by|got a (?:new )?job (?:at|with)"
        r"|started (?:a |my |her |his )?(?:new )?(?:job |position |role |work |working )?(?:at|for|with)|accepted (?:an offer|a job"
        r"|a position) (?:from|at|with)) {org}(?P<rest>.*)", C.PROFESSION, D.PERSISTENT, 0.75, "employer"),
    ("joined_as", r"started (?:a |my )?(?:new )?(?:job |position |role |working )?as (?:an? |the )?{value}", C.PROFESSION, D.PERSISTENT,
     0.75, "job_title"),
    ("promoted", r"(?:got|was|were|have been|has been) promoted to {value}", C.PROFESSION, D.PERSISTENT, 0.75, "job_title"),
    ("student", r"{be} (?:an? |currently an? )?(?P<value>(?:\w+ ){0,3}student)\b(?P<rest>.*)", C.PROFESSION, D.PERSISTENT, 0.7,
     "job_title"),
    ("title", r"(?:{be}|became|have been|has been) (?:now |currently |working as )?(?:an? |the )?{job}(?! of (?:it|this"
        r"|that)\b)\b(?P<rest>.*)", C.PROFESSION, D.PERSISTENT, 0.75, "job_title"),
    ("left", r"(?:quit|left|resigned from|got fired from|(?:was|were) (?:fired|laid off) (?:from|by)) (?:my |his |her |the )?(?:job "
        r"(?:at|with) |work at |position at )?{org}$", C.PROFESSION, D.PERSISTENT, 0.75, "employer", "", True, True),
    ("left_job", r"(?:quit|left|resigned from|lost) (?:my|his|her|the|their)(?: \w+)? (?:job|position|work)\b.*", C.PROFESSION,
     D.PERSISTENT, 0.75, "", "", True, True, TOLD),
    ("status", r"{be} (?:now |currently )?(?P<value>retired|unemployed|self[- ]employed|freelancing|between jobs|laid off|on "
        r"sabbatical|on parental leave|on maternity leave)", C.PROFESSION, D.PERSISTENT, 0.7, "employment_status"),
    ("studies", r"(?:studi?(?:y|es|ed)|majors? in|{be} (?:studying|majoring in|doing a (?:degree|master'?s|phd) in)) "
        r"(?P<value>(?!for\b)[^,]+?)(?: at (?P<org>[^,]+))?(?:,.*)?$", C.PROFESSION, D.PERSISTENT, 0.65, "field_of_study"),
    ("runs", r"(?:runs?|founded|started|opened|launched|(?:have|has) (?:founded|started|opened)|{be} running) (?:my|his|her|their"
        r"|our|an?|the)(?: own)? (?P<value>(?:[\w-]+ ){0,3}(?:business|company|startup|start-up|shop|store|studio|agency|restaurant"
        r"|cafe|café|practice|firm|farm|bakery|gallery|guesthouse|guest house|hotel|inn|hostel|b&b|pub|bar|brewery|winery|vineyard|salon"
        r"|barbershop"
        r"|garage|workshop|clinic|nursery|kindergarten|kennel|stall|kiosk|bookshop|bookstore|boutique|pharmacy|laundry|charity"
        r"|non-profit|nonprofit|label|magazine"
        r"|dairy|market stall|food truck|campsite|gym|school|theatre|theater|venue)(?: .+)?)", C.PROFESSION, D.PERSISTENT, 0.7, "company"),
    ("teaches", r"teach(?:es)? {value}", C.PROFESSION, D.PERSISTENT, 0.65, "", "", False, False, TOLD),
    ("specialises", r"(?:speciali[sz]es? in|works? (?:in|on|with)|{be} working in|majored in|have a degree in|has a degree in) "
        r"{value}", C.PROFESSION, D.PERSISTENT, 0.6, "", "", False, False, TOLD),
    ("earns", r"(?:earns?|makes?) (?P<value>[$€£]?\d[\d.,]{0,20}k?[^,]{0,80}(?:a|per) (?:year|month|hour))", C.PROFESSION,
     D.PERSISTENT, 0.6, "salary"),
)  # fmt: skip

RELATIONSHIP = rule_table(
    ("marital", r"(?:{be}|got|have been|has been|became) (?:happily |now |newly |recently |still )?(?P<value>married|single|divorced"
        r"|engaged|widowed|separated)(?! to\b).*", C.RELATIONSHIP, D.PERSISTENT, 0.7, "marital_status"),
    ("married_to", r"(?:{be} |got |have been |has been )?married (?:to )?(?P<value>{cap}(?: {cap})?)", C.RELATIONSHIP, D.PERSISTENT,
     0.8, "spouse"),
    ("together", r"(?:{be}|(?:have|has) been) (?:back |still )?(?:together|a couple)(?: (?:with|since|for) .*)?$", C.RELATIONSHIP,
     D.PERSISTENT, 0.7, "", "", False, False,
     TOLD),
    ("dates", r"(?:{be} (?:now )?(?:dating|in a relationship with|engaged to|going out with)|started dating|got engaged to) "
     r"(?P<value>{cap}|.+)",
     C.RELATIONSHIP, D.PERSISTENT, 0.7, "partner"),
    ("sees", r"{be} (?:now )?seeing (?P<value>{cap}|someone\b.*|somebody\b.*|an? (?:[\w-]+ )*?(?:man|woman|guy|girl|bloke|lady|fella"
     r"|boy)\b.*)$", C.RELATIONSHIP, D.PERSISTENT, 0.7, "partner"),
    ("apart", r"(?:broke up|split up|separated|got divorced|parted ways|called it quits)\b(?! with\b).*", C.RELATIONSHIP, D.PERSISTENT,
     0.75, "", "", False,
     False, TOLD),
    ("parted", r"(?:broke up with|(?:have|has) broken up with|split up with|divorced|separated from|ended things with) {value}",
     C.RELATIONSHIP, D.PERSISTENT, 0.75, "partner", "", True, True),
    ("has_kin", r"(?:{have}|owns?) (?P<value>(?:{num} )(?:[\w-]+ ){0,2}?(?:{kins}|{kin})\b.*)", C.RELATIONSHIP, D.PERSISTENT, 0.7,
     "family"),
    ("expecting", r"{be} (?:expecting|pregnant|having)(?: an?| our| my| with)?(?: \w+)? ?(?:baby|child|twins|kid)?(?= |$).*(?:baby"
        r"|child|twins|pregnant|kid).*", C.RELATIONSHIP, D.PERSISTENT, 0.8, "", "", False, False, TOLD),
    ("is_kin", r"{be} (?:my|our) (?P<value>(?:[\w-]+ ){0,2}?{kin})$", C.RELATIONSHIP, D.PERSISTENT, 0.8, "relation"),
    ("knows", r"(?:{be} (?:close|best|good|old)? ?(?:friends|close|best friends) with|have known|has known|gets? along with|{be} "
        r"related to) {value}", C.RELATIONSHIP, D.PERSISTENT, 0.6, "", "", False, False, TOLD),
)  # fmt: skip

PREFERENCE = rule_table(
    ("prefers_over", r"(?:would (?:rather|prefer|like) |prefers? |likes? )(?:to )?{not_pronoun}(?P<value>.+?) (?:over|rather than|than"
     r"|instead of"
        r"|more than)(?! (?:be|have|go|do|get)\b) .+", C.PREFERENCE, D.PERSISTENT, 0.6, "prefers"),
    ("prefers_to", r"prefers? {not_pronoun}(?!to\b)(?P<value>.+?) to .+", C.PREFERENCE, D.PERSISTENT, 0.6, "prefers"),
    ("prefers", r"(?:would prefer|would rather(?: have)?|prefers?|favou?rs?|leans? towards?) {not_pronoun}{value}", C.PREFERENCE,
     D.PERSISTENT, 0.6, "prefers"),
    ("cannot_resist",
     r"(?:cannot|could not|can never|could never) (?:resist|get enough of|do without|go without|live without|say no to) {value}",
     C.PREFERENCE, D.PERSISTENT, 0.6, "likes"),
    ("cannot_abide", r"(?:cannot|could not|could never|can not) "
     r"(?:be (?:doing|dealing|bothered) with|abide|stomach|get into|face) {value}", C.PREFERENCE,
     D.PERSISTENT, 0.6, "dislikes"),
    ("hates_when", r"(?:hates?|dislikes?|cannot (?:stand|bear)|(?:do|does) not like) it when {value}", C.PREFERENCE, D.PERSISTENT, 0.6,
     "dislikes"),
    ("loves_when", r"(?:loves?|likes?|enjoys?) it when {value}", C.PREFERENCE, D.PERSISTENT, 0.6, "likes"),
    ("likes_best", r"(?:likes?|loves?|enjoys?) {not_pronoun}(?P<value>.+?) (?:best|the most|most of all)$", C.PREFERENCE, D.PERSISTENT,
     0.6, "likes"),
    ("dislikes", r"(?:{adv}(?:hates?|dislikes?|detests?|despises?|loathes?)|(?:cannot|can not) (?:stand|bear|tolerate)|{be} not "
        r"(?:really |much |a big |a huge |a )*(?:(?:of a )?fan of|into|fond of|keen on|big on|interested in|crazy about)|(?:do"
        r"|does) not (?:really |particularly |much )?(?:like|enjoy|love|care for|want any)|{be} (?:sick|tired|not a fan) of|never "
        r"liked) {not_pronoun}{value}", C.PREFERENCE, D.PERSISTENT, 0.6, "dislikes"),
    ("likes", r"(?:{adv}(?:likes?|loves?|enjoys?|adores?|digs?|appreciates?|treasures?)|{be} {adv}(?:a )?(?:big |huge |massive "
        r"|real )?(?:fan of|fond of|into|crazy about|obsessed with|keen on|passionate about|interested in|drawn to|addicted to"
        r"|hooked on|partial to|mad (?:about|for)|nuts about|wild about|in love with|big on)|have always (?:loved|liked|enjoyed)"
        r"|fell in love with|{have}(?: always had)? a (?:soft spot|passion|thing|sweet "
        r"tooth) for|cannot live without|{be} loving|{be} enjoying) {not_pronoun}{value}", C.PREFERENCE, D.PERSISTENT, 0.6, "likes"),
    ("more_interested", r"{be} more interested in {value}", C.PREFERENCE, D.PERSISTENT, 0.6, "interests"),
)  # fmt: skip

ATTRIBUTE = rule_table(
    ("allergic", r"{been} (?:\w+ly )?allergic to {value}", C.ATTRIBUTE, D.PERMANENT, 0.9, "allergies"),
    ("allergy", r"{have} (?:an? |got an? )?(?:severe |mild |bad |serious )*(?P<value>[\w -]+?) allergy", C.ATTRIBUTE, D.PERMANENT, 0.9,
     "allergies"),
    ("allergy_to", r"{have} an? (?:[\w]+ )?(?:allergy|intolerance) to {value}", C.ATTRIBUTE, D.PERMANENT, 0.9, "allergies"),
    ("intolerant", r"{be} (?P<value>[\w-]+ intolerant)", C.ATTRIBUTE, D.PERMANENT, 0.9, "allergies"),
    ("diet", r"(?:{been}|became|went|turned|eats?|follows? a|{be} on a) (?:an? )?{diet}\b(?: diet| food)?(?P<rest>.*)", C.ATTRIBUTE,
     D.PERSISTENT, 0.75, "diet"),
    ("condition", r"(?:(?:was|were|{have} been|got|(?:was|were) recently) diagnosed with|suffers? from|{have} (?:chronic "
        r")?(?=(?:asthma|diabetes|migraines?|arthritis|depression|anxiety|adhd|autism|epilepsy|insomnia|celiac|eczema|tinnitus"
        r"|scoliosis|high blood pressure|a bad (?:back|knee))\b)) ?{value}", C.ATTRIBUTE, D.PERSISTENT, 0.85, "conditions"),
    ("condition_is", r"{be} (?:an? )?(?:also |severely |mildly |partially |profoundly |type \w+ )?(?P<value>co?eliac|diabetic|asthmatic"
     r"|epileptic|autistic"
        r"|an[ae]mic|bipolar|ha?emophiliac|insomniac|hard of hearing|wheelchair[- ]bound|partially sighted|deaf\b.*)$",
        C.ATTRIBUTE, D.PERSISTENT,
        0.85, "conditions"),
    ("fear", r"(?:{be} (?:\w+ly |so ){0,3}(?:afraid|scared|terrified|frightened)|{have} (?:an? )?(?:\w+ )?(?:fear|phobia)) of {value}",
     C.ATTRIBUTE, D.PERSISTENT, 0.6, "fears"),
    ("medication", r"(?:takes?|{be} (?:on|taking)) (?P<value>(?:\w+ )?(?:medication|insulin|antidepressants|antibiotics|pills"
        r"|ibuprofen|metformin|(?!the\b|an?\b|my\b)(?-i:[a-z]{3,}(?:in|ine|ol|ide|ate|xen|fen|pam|lam|pril|tan|tin|mab|zole|vir|oxib|lin|line|one|sone"
        r"|ium)))\b.*)", C.ATTRIBUTE, D.PERSISTENT, 0.8, "medication"),
    ("mother_tongue", r"(?:grew up|(?:was|were) (?:raised|brought up)) (?:speaking|with) (?P<value>{language}\b.*|[A-Z]\w+)$",
     C.ATTRIBUTE, D.PERMANENT, 0.6,
     "languages"),
    ("speaks", r"(?:speaks?|{be} fluent in|{be} learning|can speak|knows?|{be} a native speaker of) (?P<value>(?:a (?:little|bit "
        r"of) |some |fluent |basic |native )*{language}\b.*)", C.ATTRIBUTE, D.PERSISTENT, 0.6, "languages"),
    ("size", r"wears? (?:a )?(?:shoe )?size (?P<value>\d+(?:[.,]\d+)?)\b(?: (?:in )?shoes| in (?:sneakers|boots))", C.ATTRIBUTE,
     D.PERSISTENT, 0.6, "shoe_size"),
    ("clothing", r"(?:wears?|takes?) (?:a )?size (?P<value>\w+)", C.ATTRIBUTE, D.PERSISTENT, 0.6, "clothing_size"),
    ("height", r"{be} (?P<value>\d(?:[.,]\d+)? ?(?:m|meters|metres)|\d{3} ?cm|\d ?(?:feet|ft|foot|')[ \d\"']*(?:inches|in)?)(?: "
        r"tall)?$", C.ATTRIBUTE, D.PERSISTENT, 0.5, "height"),
    ("weight", r"weighs? (?P<value>\d+(?:[.,]\d+)? ?(?:kg|kilos|pounds|lbs|stone))", C.ATTRIBUTE, D.PERSISTENT, 0.5, "weight"),
    ("drives", r"(?:drives?|{be} (?:now )?driving) (?:an? |the )?(?!to\b|for\b|me\b|home\b)(?P<value>(?:[\w-]+ ){0,2}?(?:{cap}|\d{4})(?:"
     r" [\w-]+)*|(?:[\w-]+ "
        r")?(?:car|van|truck|suv|ev|pickup|hybrid|tesla))$", C.ATTRIBUTE, D.PERSISTENT, 0.55, "car"),
    ("owns", r"(?:owns?|{have} (?:an? |got an? )(?=(?:[\w-]+ ){0,3}(?:car|house|apartment|flat|boat|bike|bicycle|motorcycle|phone"
        r"|laptop|iphone|tesla|garden|collection|studio|cabin|piano|guitar|camera|drone|degree|phd|website|blog|channel|podcast"
        r"|tattoo)\b)) ?(?:an? |the )?{value}", C.ATTRIBUTE, D.PERSISTENT, 0.55, "owns", "", False, False, TOLD),
    ("skill", r"(?:can (?=(?:play|cook|bake|swim|ski|sing|draw|paint|code|program|dance|ride|juggle|knit|sew)\b)|knows? how to|{be} "
        r"(?:\w+ly )?(?:good|great|skilled|experienced|decent|excellent|talented) (?:at|in|with)) ?{value}", C.ATTRIBUTE, D.PERSISTENT,
        0.5, "skills", "", False, False, TOLD),
    ("learning", r"{be} (?:learning|teaching (?:my|him|her)self|taking (?:lessons|classes|a class|a course) in)(?: (?:how )?to)? "
        r"{value}", C.ATTRIBUTE, D.PERSISTENT, 0.55, "learning", "", False, False, TOLD),
    ("handed", r"{be} (?P<value>left[- ]handed|right[- ]handed|colou?r[- ]?blind|deaf|blind|dyslexic|an introvert|an extrovert"
        r"|introverted|extroverted|a morning person|a night owl|an early bird|a vegetarian)", C.ATTRIBUTE, D.PERMANENT, 0.6, "traits",
        "", False, False, TOLD),
    ("religion", r"{be} (?:an? )?(?:\w+ly )?{religion}\b(?P<rest>.*)", C.BELIEF, D.PERSISTENT, 0.7, "religion"),
    ("uses", r"uses? (?:an? |the )?(?P<value>(?:{cap}|\w+ {cap}).*)", C.ATTRIBUTE, D.PERSISTENT, 0.5, "uses", "", False, False, TOLD),
    ("mood", r"(?:{be}|{been}|feels?|felt) (?:(?:so|very|really|super|pretty|quite|a bit|a little|kind of|feeling|totally|extremely"
        r"|too|just|always) ){0,5}{state}(?: (?:today|right now|now|lately|at the moment|this week|again|and \w+|on \d{1,2} \w+ "
        r"\d{4}))?$", C.ATTRIBUTE,
        D.TRANSIENT, 0.2, "", "", False, False, READ),
)  # fmt: skip
