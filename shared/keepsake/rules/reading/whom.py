"""Whom a statement is about (row R8): the user in the first person, somebody or something of a name at its head, or `unknown`.

A pronoun stands for a person only where one alone was spoken of; else the subject is `unknown`, never the user. "We" is told of the user,
in its own word.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from keepsake.records import Sensitivity
from keepsake.rules.dates.tenses import is_past
from keepsake.rules.reading import people, sensitivity, typed
from keepsake.rules.reading.english_words import is_no_word
from keepsake.rules.reading.given_names import GIVEN_NAMES
from keepsake.rules.reading.lexicon import KIN_CLASS, KIN_PATTERN, KIN_PLURAL, NOT_NAMES, PLACES, caseless
from keepsake.rules.reading.people import NAME, ROLE, UNKNOWN, WHO, Cast


class About(NamedTuple):
    """A statement's subject: `user`, a first name or kin in lower case, an organisation with hyphens, or `unknown`."""

    subject: str
    sure: bool = True
    """It heads the clause; where not, it is who was spoken of before, and what is known of another may tell better."""


_AND_ANOTHER = caseless(
    rf"^(?:(?:(?:my|our|the)\s+)?(?:\w+\s)?{WHO}(?:\s+(?-i:{NAME}))?|(?-i:{NAME}(?: {NAME})?))\s+(?:and|&)\s+(?:(?:my|our|her"
    rf"|his)\s+\w|(?-i:{NAME})\b)",
)
FIRST = caseless(
    rf"^(?:i|i['’]m|i['’]ve|i['’]d|i['’]ll|im|ive|id(?= \w)|ill(?= \w)|me(?! {KIN_PATTERN}\b)|we|we['’](?:re|ve|d|ll)|weve|were(?= \w)"
    rf"|us|ours"
    rf"|mine|my own|myself|lets|let['’]s|the user)\b|^(?:me and|(?:my \w+(?: (?-i:{NAME}))?|(?-i:{NAME})) and (?:i|me)\b)",
)
_ADVERB = caseless(
    r"^(?:(?:now that|now|instead|right now|today|yesterday|tomorrow|tonight|actually|also|currently|usually|sometimes|recently|lately"
    r"|finally|apparently|unfortunately|luckily|eventually|suddenly|generally|normally|typically|occasionally|initially|originally"
    r"|thankfully|hopefully|obviously|basically|sadly|surprisingly|gradually|immediately|previously|ultimately|meanwhile|afterwards"
    r"|nowadays|later|last \w+|this \w+|next \w+|since \w+|from \w+ on|on \w+days?|in (?!my\b|our\b|the\b)\w+|at (?!my\b|our\b"
    r"|the\b)\w+|for now"
    r"|turns out|then|maybe|probably|and|but|so|because)\b[\s,]*){1,3}",
)
_ITS_NOUN = caseless(
    r" (?!(?:who|and|in|is|was|has|will|just|also|never|always|still|now|died|got|can|does|did|had|would|said|says|named"
    r"|called)\b)(?-i:[a-z]+) (?:is|was|has|will|are|got|moved|(?<!s )(?<!ed )(?:on|at))\b(?! named| called)",
)
"""Of "my dentist appointment is": the one of whom it speaks only tells which appointment."""
_KIN = caseless(
    rf"^(?:(?:(?:my|our|the|me)\s+(?:\w+\s){{0,2}}?)|plus |and )?(?P<kin>{WHO})(?P<own>['’]?s)?\b(?:,?\s+(?:(?:named|called"
    rf"|is called|is named|name is)\s+)?(?:(?:mr|mrs|ms|miss|dr)\.? )?(?P<name>{NAME})(?P<owned>['’]s)?\b)?",
)
_ARE = caseless(r" (?:are|were|have|do|all|both|and|who)\b")
_OF_ONES = caseless(r"^(?:my|our|me)\b")
_FINITE = frozenset(
    """is are was were has have had does did do will would can cannot cant wont isnt wasnt doesnt didnt hasnt says said thinks wants needs
    likes loves hates lives works goes went moved got gets takes took starts started quit stopped plays owns runs comes came stays
    prefers must should could may might shall need joined left became turned raised bought sold owes owns plans travels speaks studies
    teaches married drives eats hired
    launched just also always never still no""".split()
)
_MINE_CALLED = re.compile(
    rf"^(?:[Mm]y|[Oo]ur)(?: [a-z][a-z-]{{1,20}}){{1,3}} (?P<name>{NAME}) (?:{'|'.join(sorted(_FINITE))}|[a-z]{{2,20}}(?:s|ed))\b"
)
"""`my agent Oonagh thinks`."""
_SAID_BY = re.compile(rf"\b(?:(?:Mr|Mrs|Ms|Miss|Dr)\.? )?(?P<name>{NAME}) (?:said|says|thinks|thought|reckons|claims|told|wrote) ")
"""What they say is told of them: "on Sunday Mr Hafner said that everybody should"."""
_ROLE_IS_NAME = caseless(
    rf"^(?:(?:my|our|the|other|new|on)\s+)?(?:[\w-]+\s){{0,4}}?(?:is|are|=)\s+(?:now |called |dr\.? |mr\.? |ms\.? "
    rf"|mrs\.? )*(?P<name>(?-i:{NAME}))\b",
)
_IS_NAMED = caseless(rf"^(?:his|her|its|their) name(?: is|['’]s) (?P<name>(?-i:{NAME}))\b")
_HEAD_NAME = re.compile(
    r"^(?P<title>(?:Mr|Mrs|Ms|Miss|Dr|Prof|Professor|Coach|Sir|Doña|Don|Señora?|Sra?|Herr|Frau|Madame|Monsieur)\.? (?=[A-ZÀ-Þ])|(?:mr"
    r"|mrs|ms|dr|prof)\.? (?=[a-zà-ÿ]))?"
    rf"(?P<name>{NAME}"
    rf"|[a-z]+|[A-ZÀ-Þ]{{2,}})(?P<surname>(?: {NAME}){{1,2}})?(?P<own>['’]?s)?\b(?:\s+(?P<then>\S+)(?:\s+(?P<next>\S+))?)?"
)
_IS_ALLERGIC = caseless(
    r"^(?P<name>(?!(?:also|and|but|very|really|highly|severely|deathly|mildly|slightly|strictly|still|now|yes|lots|both|all|not|never|being"
    r"|badly|terribly|most|somebody|someone|everyone|nobody|anyone|here|she|hes|shes|they|youre?|who|what|that|this)\b)"
    r"[^\W\d_]{3,20}?)(?P<is>['’]s| is| was)? allergic\b"
)
"""`juno's allergic to peanuts`: whoever that is, it is not the user."""
_NAME_OF = re.compile(
    rf"^(?P<name>{NAME}),? (?:from|at|in|of|next door|the|my|our) (?:[\w'’-]{{1,20}} ){{1,4}}?"
    rf"(?:{'|'.join(sorted(_FINITE))}|[a-z]{{2,20}}ed)\b"
)
"""`Vytas from my shift went away`."""
_NAME_THEN_SHE = caseless(
    rf"^(?P<title>(?:mr|mrs|ms|miss|dr)\.? )?(?P<name>[^\W\d_]{{3,20}})(?: (?-i:{NAME}))?,? (?:he|she|hes|shes|(?:he|she)['’](?:s|d|ll)) "
)
"""`Priya, she's my lead`."""
PRONOUN = caseless(r"^(?P<who>he|she|he['’]?s|she['’]?s|hes|shes|shell|his|her|hers|him|he['’]?d|she['’]?d)\b")
SOMEBODY_DOES = caseless(
    r"^(?:(?:also|still|now|never|always|just|only|and|but) ){0,2}(?:starts|lives|turns|calls|knows|wants|needs|likes|loves|hates|thinks"
    r"|reckons|comes|goes|keeps|teaches|studies|stays|speaks|eats|sleeps|wears|refuses|insists|brings|rings|texts|asks|tells|complains"
    r"|cries|sings|plays|swims|smokes|pays|leaves|arrives|finishes|works (?:at|in|for|as|from|nights|days|with)|drives (?:over|up|down"
    r"|in|a|an|the|me|us|to|from))\b(?! ?[:,])"
)
"""Without its subject, and never the user's: "turns up early. calls me sir"."""
_PRONOUNS_KIN = caseless(
    rf"^(?P<who>his|her|their) (?:(?!{KIN_PATTERN}\b)\w+ )?(?P<kin>{KIN_PATTERN})\b(?!['’]?s (?!(?:a|an|the|in|on|at|not|now|been|got"
    rf"|gone)\b))"
    rf"(?: (?P<name>(?-i:{NAME})))?"
)
"""`her brother Donal`."""
_SAYS_OF_ME = caseless(
    r"^(?:the |my |our )?(?:(?:dr\.? )?(?P<who>doctors?|doc|(?<=[r.] )\w+|gp|nurse|dentist|physio|consultant|specialist|optician|midwife"
    r"|therapist)|hospital|surgery)"
    r" (?:(?:says?|said|told me|reckons?|thinks?|found)(?: that)?(?: if)? (?:i|i['’]\w+|im|ive|my)\b"
    r"|(?:(?:has|had|have) )?(?:has|had|puts?|keeps?|kept|took|taken|takes|started|moved|switched|signed|upped|raised|lowered|doubled"
    r"|halved"
    r"|given|gave|sent|referred|wants|got) (?:me\b|my\b(?! (?:\w+ )?"
    rf"{KIN_PATTERN}\b)))"
)
"""What a doctor says of the user, or does to them: "the doctor says I have sleep apnea", "Dr. Rao has me on drops"."""
_DOSES = caseless(
    r"^(?:the |my |our )?(?:doctors?|doc|dr\.? \w+|gp|nurse|dentist|physio|consultant|specialist|hospital|surgery|clinic) (?:(?:has|had"
    r"|have) )?"
    r"(?:put|upped|raised|lowered|doubled|halved|stopped|changed|moved) the\b"
)
"""What a doctor does to something of somebody who is not named: "doctor put the ramipril up"."""
MOST_TREATED = 300
"""Characters of a statement in which a doctor and what they do are looked for."""
_TREATS = caseless(
    r"^(?:\w+ \w+, |now,? |so,? )?(?:(?:the|my|our) )?(?:"
    r"(?:doctors?|doc|physician|gp|consultant|specialist|surgeon|psychiatrist|dentist|\w{4,12}ologist)(?:,? dr\.?(?: mrs?\.?)? \w+)?"
    r"|dr\.?(?: mrs?\.?)? \w+) (?:(?:has|had|have) )?(?:just |also |now |today |since )?"
    r"(?:put|upped|raised|lowered|doubled|halved|stopped|changed|moved|switched|revised|increased|reduced|prescribed|prescribes"
    r"|started|gives?|gave|given|added|found|seen)(?P<what> (?!(?:him|her|them|us|his|their|he|she|they|everyone|everybody)\b).+)$"
)
"""What a doctor does for somebody who is not named: "Dr Rao has revised Metformin to 1000 mg"."""
_TREATS_THEM = caseless(
    r"^(?:(?:the|my|our|his|her|their) )?(?:vet|doctors?|doc|dr\.? \w+|gp|nurse|physio|midwife|dentist|consultant|specialist|surgeon)"
    r"(?:['’]?s)? (?:(?:has|had|have|just) ){0,2}(?:has|had|puts?|keeps?|kept|switched|started|moved|took|taken) (?P<whom>him|her)"
    r" (?:back )?(?:on|off|up|down|to|at(?= \d| the checkup\b))\b"
)
"""`vet's put him on half a tablet`."""
_HAS_ME = caseless(
    r"^(?!(?:i|we|it|this|that)\b)(?:[\w'’.-]+ ){1,4}?(?:(?:has|had|have) )?(?:has|had|have|puts?|keeps?|kept|moved|moves|switched|signed"
    r"|bumped|promoted|transferred|started|got|made|took|taken) (?:me|us) (?:on|in|up|down|to|off|at|as|from|out|onto|into|over|through"
    r"|(?:head|team|captain|lead|manager)\b)"
)
"""What anybody does to the user: "Mr Tarn has moved me up to first flute", "the new coach has me in goal"."""
_HAS_HER = caseless(
    r"^(?:he|she)(?:['’]?s)? (?:(?:has|had|have|just) ){0,2}(?:has|had|puts?|keeps?|kept|switched|started|got|took|taken) (?P<whom>her|him)"
    r" (?:back )?(?:on|off)\b"
)
"""What a doctor does to a patient is told of the patient: "he has her on 5 mg"."""
_REPORTS = caseless(
    r"^(?:(?:the|my|our|his|her|their) )?(?:vet|doctor|doc|dr\.? \w+|gp|nurse|physio|midwife|dentist|consultant|specialist|surgeon|clinic"
    r"|hospital|teacher|school|coach|garage|mechanic) (?:says?|said|reckons?|thinks?|thought|found|put|gave|wants)\b"
)
"""Who reports is not the one of whom what follows is told: "vet says thyroid. hes on two tablets"."""
_NEW_ONE = re.compile(
    rf"^(?:[Hh]is|[Hh]er|[Tt]heir|[Mm]y|[Oo]ur|[Tt]he)(?: [a-z][a-z-]{{1,20}}){{1,3}}, (?:(?:Mr|Mrs|Ms|Miss|Dr)\.? )?(?P<name>{NAME}),"
    rf"|^[Nn]ew (?:{ROLE}|{KIN_PATTERN}),? (?:is )?(?:(?:Mr|Mrs|Ms|Miss|Dr)\.? )?(?P<new>{NAME})\b"
)
"""`Her successor, Mr Sandhu, started`."""
_THEM = caseless(r"^(?:they|they['’]?(?:re|ve)|theyre|their|them)\b")
_DONE_TO_ME = caseless(r"^they(?:['’]\w+| \w+){1,3} (?:me|us|my|our)\b")
"""`they sent me home`: whoever they are, it is told of the user."""
_THING = caseless(r"^(?:it|its|it['’]s|that|that['’]?s|thats|this|these|those|there|there['’]?s|theres|which)\b")
VALUE_ALONE = re.compile(r"\W*\d[\d:.,/]*\s?\w{0,5}\W*")
"""Said behind what is told of somebody, it may be theirs: "my aunt ran it. 1:41."."""
_OF_SOMEBODY = caseless(r"\b(?:he|she|hes|shes|he['’]s|she['’]s)\b")
_BESIDE = caseless(r"(?<=\s)(?:till|until|til|when|if|unless|because|since|while|after|before)\b.*")
"""Of "no lifting till she is happy" it is not told whose the lifting is."""
OF_ME = caseless(r"\b(?:i|me|my|mine|myself|us|our|im|ive|i['’]\w+)\b")
"""The speaker stands in it, though the clause is headed by a thing: "salomon never fits me"."""
_HELD_FOR = caseless(
    rf"\b(?:filling (?:this|it) (?:in|out) for|(?:asking|here|writing|doing this|calling|registering|signing up|ordering|this is|it['’]?s"
    rf"|booking) (?:for|about|on behalf of)|on behalf of|this is about|it['’]?s about|helping)\s+(?:my"
    rf"|our)\s+(?:\w+ )?(?P<kin>{WHO})\b(?:,?\s+(?P<name>(?-i:{NAME})))?",
)
_OWN_TOPIC = caseless(r"^(?:my own|as for me|for me|me\b|myself|about me|my side)\b")
_OF_PEOPLE = frozenset(
    "said says thinks wants needs likes loves hates lives works told joined quit married studies teaches speaks owns plays drives raised"
    " hired launched moved "
    "left thinks believes prefers owes plans travels".split()
)
"""What is said of somebody, by which a word with a capital at the beginning of a sentence is their name."""


def about(text: str, before: str, cast: Cast, part_of: About | None = None) -> About:
    """The subject of one statement; what it says of who is who is remembered. `before` is what its sentence or message said just before,
    `part_of` whom the earlier part of its own sentence is about."""
    own = typed.own_name(text) if cast.speaker == people.USER else None
    if own is not None:
        cast.meet(own, people.USER)
    people.introduce(text, before, cast)
    if by := _SAYS_OF_ME.match(text):
        if by["who"]:
            cast.speak_of(by["who"].lower())
        return About(cast.speaker)
    if is_treated(text, cast):
        return About(cast.topic or (cast.last if not cast.quiet else None) or cast.speaker, sure=False)
    if treated := _TREATS_THEM.match(text):
        return About(people.meant_by(treated["whom"], cast) or UNKNOWN, sure=False)
    held_for = _HELD_FOR.search(text)
    if held_for:
        cast.topic = cast.meet(held_for["name"], held_for["kin"]) if held_for["name"] else cast.of_kin(held_for["kin"])
        cast.speak_of(cast.topic)
        return About(cast.topic)
    body = bare(text)
    if _OWN_TOPIC.match(body):
        cast.topic = None
    if own is not None or FIRST.match(body):
        people.mention(text, cast)
        return About(cast.speaker)
    before_it = cast.spoken_of, cast.headed
    found = _headed(body, cast, part_of is not None)
    if before_it[0] and _REPORTS.match(body):
        cast.speak_of(*before_it[0], headed=before_it[1])
    if _HAS_ME.match(body) and not cast.topic:
        return About(cast.speaker)
    if found is not None:
        return _of_several(found, body, cast)
    return _referring(body, text, before, cast, part_of)


def is_treated(text: str, cast: Cast) -> bool:
    """Whether it tells what a doctor does for somebody who is not named in it, and of whom it is therefore told."""
    if _DOSES.match(text):
        return True
    treats = _TREATS.match(text[:MOST_TREATED])
    if treats is None or sensitivity.of(treats["what"]) is not Sensitivity.SENSITIVE:
        return False
    whom = {w.lower().removesuffix("'s") for w in re.findall(r"\w[\w'’]*", treats["what"])}
    return whom.isdisjoint(cast.names) and whom.isdisjoint(GIVEN_NAMES) and whom.isdisjoint(KIN_CLASS)


def bare(text: str) -> str:
    """A statement without what stands before what heads it: "and now he limps"."""
    return text if FIRST.match(text) else _ADVERB.sub("", text, count=1) or text


def _headed(body: str, cast: Cast, amid: bool) -> About | None:
    """The subject where a person or an organisation heads the clause. `amid` a sentence a capital shows a name."""
    if re.match(rf"^(?:(?:my|our|the)\s+)?{KIN_PLURAL}\b(?!['’]s)(?! (?-i:[A-Z]))", body, re.IGNORECASE):
        return About(cast.speaker)
    match = _KIN.match(body)
    if (
        match
        and not (match["name"] and match["name"].lower() in GIVEN_NAMES)
        and (noun := _ITS_NOUN.match(body, max(match.end("kin"), match.end("own"))))
    ):
        called = noun[0].split()[0].lower()
        if called in cast.names:
            return _spoken_of(called, cast, body)  # "my cat toast is old"
        match = None
    if match and (match["own"] or "").lower() == "s" and _ARE.match(body, match.end("own")):
        return About(cast.speaker, sure=False)  # "the students are back"
    if match and match[0] == body.strip() and not _OF_ONES.match(body) and not match["name"]:
        return About(cast.speaker)  # "wife, 3 kids, based in Porto": whom somebody has, of whom nothing is told
    if match and (
        _OF_ONES.match(body)
        or (match["name"] and not match["name"].isupper())
        or match["kin"].lower() in cast.kin
        or KIN_CLASS.get(match["kin"].lower()) in ("parent", "spouse", "pet", "relative")
    ):
        return About(_person(match, body, cast))
    if (match := _MINE_CALLED.match(body)) and (match["name"].lower() in GIVEN_NAMES or is_no_word(match["name"])):
        return _spoken_of(match["name"], cast, body)
    if re.match(r"^(?:my|our|mine|ours)\b", body, re.IGNORECASE):
        people.mention(body, cast)
        return About(cast.speaker)
    if (match := _NEW_ONE.match(body)) and (match["name"] or match["new"]).lower() not in NOT_NAMES | PLACES:
        return _spoken_of(match["name"] or match["new"], cast, body)
    if (match := _IS_NAMED.match(body)) and match["name"].lower() not in NOT_NAMES:
        return _spoken_of(match["name"], cast)
    if (match := _NAME_THEN_SHE.match(body)) and (match["title"] or match["name"].lower() in GIVEN_NAMES or is_no_word(match["name"])):
        return _spoken_of(match["name"], cast, body)
    if (match := _IS_ALLERGIC.match(body)) and (
        match["is"] or match["name"].lower() in GIVEN_NAMES | cast.names or is_no_word(match["name"])
    ):
        return _spoken_of(match["name"], cast, body)
    if (match := _NAME_OF.match(body)) and (match["name"].lower() in GIVEN_NAMES | cast.names or is_no_word(match["name"])):
        return _spoken_of(match["name"], cast, body)
    if (match := _HEAD_NAME.match(body)) and (named := _named_at_head(match, body, cast, amid)):
        if _is_somebody(named, match, cast):
            return _spoken_of(named, cast, body)
        cast.speak_of()
        return None if OF_ME.search(body) else About(named)
    if (match := _ROLE_IS_NAME.match(body)) and match["name"].lower() not in NOT_NAMES:
        name = match["name"].lower()
        if name in GIVEN_NAMES or name in cast.names or re.search(ROLE, body, re.IGNORECASE):
            whose = people.meant_by(own["who"], cast) if (own := PRONOUN.match(body)) else None
            about = _spoken_of(name, cast)
            if whose:
                cast.speak_of(*cast.spoken_of, whose, headed=cast.headed)
            return about
    return None


def _may_be_called(name: str, cast: Cast) -> bool:
    return name.lower() in GIVEN_NAMES or name.lower() in cast.names or is_no_word(name)


_BODY = caseless(sensitivity.BODY)


def _named_at_head(match: re.Match[str], body: str, cast: Cast, amid: bool) -> str | None:
    """Whose name the first word is: somebody's known by now, or a name by what is said of it; `Bob` of "Ann's friend Bob is" and
    of "Ann's friend is Bob", `anns-friend` where that one is not named."""
    name, then = match["name"].lower(), re.sub(r"['’]", "", (match["then"] or "").lower().strip(",.:"))
    known = next((n for n in (name, name.removesuffix("s")) if n in cast.names), None)
    if match["next"] and re.fullmatch(WHO, then, re.IGNORECASE) and (known or name.rstrip("s") in GIVEN_NAMES or is_no_word(match["name"])):
        named = _WHOSE_KIN.match(body)
        return named["name"] if named else people.kin_of(known or name, then)
    if match["surname"] and match["surname"].split()[-1].lower() in _STREETS:
        return None
    if known or name in NOT_NAMES or name in PLACES or name in _ARTICLES or _BODY.fullmatch(name):
        return None if then not in _FINITE and body[match.end("name") :].startswith((",", " ")) and _CALLS_ME.search(body) else known
    listed = name in GIVEN_NAMES or bool(match["title"]) or is_no_word(match["name"])
    if name.endswith("ing"):
        return None
    if then.endswith("ing") and name.endswith("s") and is_no_word(match["name"]):
        return name.removesuffix("s")  # "aoibhs selling her moped"
    capital = match["name"][:1].isupper() and not match["name"].isupper()
    of_somebody = capital and (then in _FINITE if amid else then in _OF_PEOPLE and not name.endswith("s"))
    heads = (
        bool(match["title"])
        or then in _FINITE
        or then in ("my", "our")
        or match["own"]
        or is_past(then)
        or (then.endswith("s") and (capital or name in GIVEN_NAMES))
        or (listed and _AND_ANOTHER.match(body))
    )
    return name if heads and (listed or match["surname"] or of_somebody) else None


_CALLS_ME = caseless(r"\bcalls? me\b")
"""`Leopold Quill, but nobody calls me Leopold`."""
_WHOSE_KIN = re.compile(rf"\S+ \S+ (?:is )?(?:named |called )?(?P<name>{NAME})\b")
_STREETS = frozenset("street road lane avenue terrace close court square drive place way park house hill row gardens crescent".split())
_ARTICLES = frozenset("la el le los las les il lo der die das".split())
"""They begin what a place is called: "La Polar is quiet"."""


def _spoken_of(name: str, cast: Cast, body: str = "") -> About:
    key = cast.meet(name)
    if cast.own_name == key:
        return About(cast.speaker)  # "Wilf takes his tablets at nine", says Wilf
    cast.speak_of(key, *people.named(body, cast), headed=True)
    return About(key)


def _is_somebody(name: str, match: re.Match[str], cast: Cast) -> bool:
    """Whether what heads a clause may be "she": not what is only no word, "sholder is all good"."""
    if name in GIVEN_NAMES or name in cast.names or match["title"] or "-" in name:
        return True
    return not match["name"].islower() or (match["then"] or "").lower() in _OF_PEOPLE


def _of_several(about: About, body: str, cast: Cast) -> About:
    """Where two head the clause it is told of the first, and "she" after it is the one whom it fits."""
    if not _AND_ANOTHER.match(body):
        return about
    people.mention(body, cast)
    if cast.last:
        cast.speak_of()  # the other one is nobody that is known
    return about._replace(sure=False)


def _person(match: re.Match[str], body: str, cast: Cast) -> str:
    kin, name = match["kin"], match["name"]
    in_law = "-in-law" if re.match(r"[\s-]in[\s-]law\b", body[match.end("kin") :], re.IGNORECASE) else ""
    named = name and name.lower() not in NOT_NAMES and people.is_name(name)
    key = cast.meet(name, kin) if named else cast.of_kin(kin + in_law)
    cast.speak_of(key, *people.named(body, cast), headed=True)
    return key


def _of_some_thing(part_of: About, before: str, cast: Cast) -> bool:
    """Whether the part before is headed by somebody or something that nobody knows: of "dario lost it so he works" no one else is "he"."""
    if part_of.sure or part_of.subject != cast.speaker or OF_ME.search(before):
        return False
    head = _HEAD_NAME.match(before)
    then = (head["then"] or "").lower() if head else ""
    return then in _FINITE or is_past(then)


def _referring(body: str, text: str, before: str, cast: Cast, part_of: About | None) -> About:
    """Where nobody heads the clause: a pronoun, a thing, or no subject at all."""
    if cast.topic and cast.last is None:
        cast.speak_of(cast.topic)
    if (kin := _PRONOUNS_KIN.match(body)) and not _ITS_NOUN.match(body, kin.end()):
        if kin["name"] and kin["name"].lower() not in NOT_NAMES:
            return _spoken_of(kin["name"], cast)
        whose = people.meant_by(kin["who"], cast)
        if whose is None or "-" in whose:  # whose sister's sister, nobody can tell
            return About(UNKNOWN, sure=False)
        return _spoken_of(people.kin_of(whose, kin["kin"]), cast)
    if pronoun := PRONOUN.match(body):
        if part_of is not None and (_of_some_thing(part_of, before, cast) or people.names_another(before, cast)):
            return About(UNKNOWN, sure=False)  # "the office is for Curtis because he works from home", told of Milo
        who = people.meant_by(pronoun["who"], cast)
        if who is None:
            people.mention(text, cast)  # "he said fine if Tasha takes it. she took it"
            return About(UNKNOWN, sure=False)
        cast.call(who, pronoun["who"])
        if has := _HAS_HER.match(body):
            cast.speak_of(*(other for other in cast.spoken_of if other != who))
            treated = people.meant_by(has["whom"], cast)
            return About(treated or UNKNOWN, sure=treated is not None)
        return About(who)
    if _DONE_TO_ME.match(body):
        return About(cast.speaker, sure=False)
    if _THEM.match(body):
        who = people.meant_by(one[0], cast) if (one := _OF_SOMEBODY.search(text)) else None
        return About(who or UNKNOWN, sure=False)
    if _THING.match(body) and not before:
        return About(UNKNOWN, sure=False)
    if (somebody := _OF_SOMEBODY.search(_BESIDE.sub("", body))) and not OF_ME.search(body):
        return About(people.meant_by(somebody[0], cast) or UNKNOWN, sure=False)
    if cast.last and not cast.quiet and VALUE_ALONE.fullmatch(body):
        return About(UNKNOWN, sure=False)
    if (said := _SAID_BY.search(body)) and not OF_ME.search(body) and said["name"].lower() not in NOT_NAMES | PLACES:
        return _spoken_of(said["name"], cast, body)
    if SOMEBODY_DOES.match(body) and cast.last and not cast.quiet:
        return About(cast.last, sure=False)
    people.mention(text, cast)
    if part_of is not None and part_of.subject != cast.speaker and not (part_of.sure and cast.last is None):
        return About(part_of.subject, sure=False)
    if cast.topic is None and OF_ME.search(body):
        return About(cast.speaker)
    return About(cast.topic or cast.asked_of or cast.speaker, sure=False)
