"""Word lists that several rules share."""

from __future__ import annotations

import re


def caseless(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)


KIN_CLASS: dict[str, str] = {
    word: kind
    for kind, words in {
        "spouse": "wife husband spouse",
        "partner": "partner crush girlfriend boyfriend bf gf fiancé fiancée fiance fiancee",
        "child": "son daughter child kid boy lad baby stepson stepdaughter oldest eldest youngest firstborn toddler teenager",
        "parent": "mother mom mum mam ma mama mamma amma father dad da pa papa baba appa stepmother stepfather stepmom stepmum stepdad",
        "sibling": "sister brother twin half-sister half-brother",
        "relative": "aunt auntie uncle cousin niece nephew grandmother grandma grandfather grandpa granny gran nan nana grandad "
        "oma opa nonna nonno abuela abuelo "
        "granddad great-grandmother great-grandfather great-aunt great-uncle mother-in-law father-in-law sister-in-law brother-in-law "
        "daughter-in-law son-in-law granddaughter grandson grandchild godmother godfather goddaughter godson godchild",
        "friend": "friend bff buddy mate pal bestie neighbor neighbour roommate flatmate housemate",
        "colleague": "boss manager colleague coworker co-worker mentor assistant supervisor intern teammate",
        "professional": "doctor dentist therapist trainer coach teacher tutor lawyer landlord landlady accountant",
        "pet": "dog cat puppy kitten horse pony hamster rabbit bunny parrot pet turtle tortoise "
        "fish gecko snake budgie pup guinea-pig greyhound beagle poodle labrador terrier spaniel retriever collie dachshund corgi husky "
        "canary goldfish ferret lizard donkey goat llama",
        "ex_partner": "ex ex-wife ex-husband ex-boyfriend ex-girlfriend",
    }.items()
    for word in words.split()
}
KIN_PATTERN = "(?:" + "|".join(sorted((re.escape(w) for w in KIN_CLASS), key=len, reverse=True)) + ")"
KIN_PLURAL = (
    r"(?:kids|children|sons|daughters|sisters|brothers|siblings|dogs|cats|pets|puppies|kittens|horses|grandchildren|nieces|nephews|twins"
    r"|cousins|parents|grandparents|friends|fish|goldfish|chickens|hens|rabbits|birds|teenagers|teens|toddlers|babies|boys|girls|stepkids"
    r"|stepchildren|in-laws|aunts|uncles|flatmates|roommates|goats|ducks|sheep|cows|ponies|donkeys|parrots|budgies|guinea pigs)"
)

DIETS = frozenset(
    "vegan vegetarian veggie pescatarian flexitarian fruitarian teetotal keto paleo halal kosher gluten-free lactose-free carnivore"
    " omnivore".split()
)
JOBS = frozenset(
    """engineer developer programmer dev nurse doctor surgeon midwife paramedic dentist vet therapist counselor counsellor teacher
    professor tutor instructor trainer coach librarian researcher scientist chemist economist historian student undergraduate undergrad
    apprentice trainee intern lawyer attorney solicitor judge paralegal notary accountant auditor banker broker trader consultant
    analyst strategist planner manager director executive president ceo cto cfo coo founder cofounder entrepreneur owner partner
    principal lead freelancer contractor coordinator administrator supervisor foreman assistant secretary receptionist clerk recruiter
    salesperson agent buyer florist architect designer illustrator animator producer editor journalist critic writer author screenwriter
    copywriter translator interpreter blogger streamer youtuber gamer artist painter sculptor potter printer singer pianist drummer dj
    dancer actor actress comedian model presenter chef cook baker butcher barista waiter bartender porter concierge maid mechanic
    operator plumber carpenter roofer mason tailor hairdresser cleaner caretaker nanny babysitter childminder farmer gardener ranger
    fisherman captain pilot driver trucker courier police officer detective firefighter soldier sergeant guard priest pastor nun monk
    mayor worker curator retiree devops sysadmin pharmacist veterinarian caregiver carer nutritionist dietitian lecturer physicist
    co-founder cashier marketer salesman saleswoman realtor poet novelist composer waitress welder barber stylist janitor landscaper
    sailor mailman handyman rabbi imam social-worker civil-servant postdoc philosopher proofreader violinist guitarist surveyor
    barrister stewardess referee diplomat""".split()
)
_AGENT_SUFFIX = re.compile(
    r"^(?!goal)\w{2,}(?:ologist|ographer|otherapist|maker|keeper|worker|smith|wright|monger|scientist|ician|iatrist)$"
)

GREETING = r"(?:hi|hiya|hello|hey+|heya|good (?:morning|evening|afternoon|day)|morning|evening)[\s,!]++(?:(?:there|all|again)[\s,!]*+)?"


def is_job(noun: str) -> bool:
    """Whether a noun names what somebody does for a living, by the list or by its ending."""
    lower = noun.lower()
    return lower in JOBS or bool(_AGENT_SUFFIX.match(lower))


STOP_WORDS = frozenset(
    """a an the and or but if then than that this these those there here of to in on at for with from by about as into over after before
    between out up down off again is am are was were be been being do does did have has had having will would can could should shall may
    might must not no nor i you he she it we they me him her us them my your his its our their mine yours hers ours theirs myself
    yourself who whom which what when where why how because while until since though although both each few more most other some such
    own same cannot either maybe""".split()
)
_SAYS_LITTLE = frozenset(
    """always often just also still never now even sometimes only ever already kinda almost soon perhaps quite pretty very so too once
    twice first long seldom sort kind longer yet great good awesome amazing cool nice wonderful fantastic beautiful perfect fun funny
    interesting helpful inspiring incredible awful terrible bad crazy wild hard tough easy true right wrong sweet impressive exciting
    glad happy proud sure important special powerful cute best better super thanks thank wow yeah yes okay love like thing things stuff
    lot lots way something anything everything nothing one ones bit makes make made feel feels sound sounds looks look seems seem think
    know get got going go see hear say said much many all appreciate""".split()
)
"""Adverbs, and words that only praise, thank or point."""
_LY_NOT_ADVERB = frozenset("reply apply supply comply family bully rally tally multiply imply assembly italy".split())
_WORD = re.compile(r"[A-Za-zÀ-ÿ0-9][\w'’-]*")


def content_words(text: str) -> list[str]:
    """Words that carry something: no function words, no adverbs, no mere evaluations."""
    return [w for w in _WORD.findall(text) if not _is_empty(w.lower())]


def _is_empty(word: str) -> bool:
    adverb = len(word) > 4 and word.endswith("ly") and word not in _LY_NOT_ADVERB
    return adverb or word in STOP_WORDS or word in _SAYS_LITTLE


NOT_NAMES = STOP_WORDS | frozenset(
    """so yes yeah well oh wow hey hi hello thanks thank please sorry actually also anyway honestly perhaps just now let everyone everybody
    someone somebody nobody people today tomorrow yesterday january february march april june july august september october november
    december st monday tuesday wednesday thursday friday saturday sunday
    mondays tuesdays wednesdays thursdays fridays saturdays sundays going getting looking trying all many one two three another every
    last next still even only never always usually sometimes recently lately finally good great nice cool awesome amazing happy glad
    sure okay ok absolutely definitely totally congrats congratulations haha lol god man dude sounds english french german spanish
    italian japanese chinese korean christmas easter mr mrs ms dr prof sir frau herr madame señor señora thanksgiving halloween use
    avoid remind call keep make instead safe got xray
    dinna dinnae canna cannae winna willna didna didnae doesna doesnae isna isnae wasna wasnae hasnae hadna couldna wouldna
    shouldna gonnae aye naw whit fae tae oot aboot doon noo hoose""".split()
)
PLACES = frozenset(
    """accra adelaide america amsterdam ankara antwerp argentina arizona athens atlanta auckland austin australia austria baltimore
    bangalore bangkok barcelona basel beijing belgium berlin bern bilbao birmingham bogota bologna bordeaux boston brazil brisbane
    bristol brno brussels bucharest budapest bulgaria busan cairo calgary california canada caracas casablanca charlotte chennai chicago
    chile china cleveland cologne colombia colorado copenhagen croatia czechia dallas delhi denmark denver detroit dhaka dresden dubai
    dublin durban edinburgh egypt england estonia finland florence florida france frankfurt gdansk geneva georgia germany ghana ghent
    glasgow graz greece guangzhou hamburg hanoi havana helsinki holland houston hungary hyderabad iceland india indonesia ireland israel
    istanbul italy jakarta japan johannesburg jordan karachi kenya kolkata korea krakow kyiv kyoto lagos lahore latvia lebanon leeds
    leipzig lille lima lisbon lithuania liverpool london lviv lyon madrid malaysia manchester manila marseille melbourne mexico miami
    michigan milan minneapolis montevideo montreal morocco mumbai munich nairobi nantes naples nashville netherlands nice nigeria norway
    oakland ohio oregon orlando osaka oslo ottawa pakistan paris perth peru philadelphia philippines phoenix pittsburgh poland portland
    porto portugal prague pune qatar quito romania rome rotterdam russia sacramento santiago scotland seattle seoul serbia seville
    shanghai shenzhen singapore slovakia slovenia sofia spain stockholm stuttgart sweden switzerland sydney taiwan tampa texas thailand
    tokyo toronto toulouse tunis turin turkey uk ukraine usa utrecht valencia vancouver venice vienna vietnam virginia wales warsaw
    wellington zurich""".split()
)
"""Cities and countries that need no capital to be known."""
