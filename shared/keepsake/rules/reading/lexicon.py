"""Word lists that several rules share."""

from __future__ import annotations

import re

KIN_CLASS: dict[str, str] = {
    word: kind
    for kind, words in {
        "spouse": "wife husband spouse",
        "partner": "partner crush girlfriend boyfriend fiancé fiancée fiance fiancee",
        "child": "son daughter child kid baby stepson stepdaughter oldest eldest youngest firstborn toddler teenager",
        "parent": "mother mom mum mam mama father dad papa stepmother stepfather stepmom stepmum stepdad",
        "sibling": "sister brother twin half-sister half-brother",
        "relative": "aunt uncle cousin niece nephew grandmother grandma grandfather grandpa granny gran nan nana grandad "
        "granddad great-grandmother great-grandfather great-aunt great-uncle mother-in-law father-in-law "
        "sister-in-law "
        "brother-in-law daughter-in-law son-in-law granddaughter grandson grandchild godmother godfather goddaughter godson godchild",
        "friend": "friend bff buddy mate pal bestie neighbor neighbour roommate flatmate housemate",
        "colleague": "boss manager colleague coworker co-worker mentor assistant supervisor intern teammate",
        "professional": "doctor dentist therapist trainer coach teacher tutor lawyer landlord landlady accountant",
        "pet": "dog cat puppy kitten horse pony hamster rabbit bunny parrot pet turtle tortoise "
        "fish gecko snake budgie pup guinea-pig greyhound "
        "beagle poodle labrador terrier spaniel retriever collie dachshund corgi husky canary goldfish ferret lizard donkey goat llama",
        "ex_partner": "ex ex-wife ex-husband ex-boyfriend ex-girlfriend",
    }.items()
    for word in words.split()
}
KIN_PATTERN = "(?:" + "|".join(sorted((re.escape(w) for w in KIN_CLASS), key=len, reverse=True)) + ")"
KIN_PLURAL = (
    r"(?:kids|children|sons|daughters|sisters|brothers|siblings|dogs|cats|pets|puppies|kittens|horses|grandchildren|nieces|nephews"
    r"|twins|cousins|"
    r"parents|grandparents|friends|fish|goldfish|chickens|hens|rabbits|birds|teenagers|teens|toddlers|babies|boys|girls|stepkids"
    r"|stepchildren|in-laws|aunts|uncles|flatmates|roommates|goats|ducks|sheep|cows|horses|ponies|donkeys|parrots|budgies|guinea pigs)"
)

ADVERBS = frozenset(
    """always often usually mostly mainly just also still never currently now even actually typically sometimes normally
    generally really only rarely hardly ever already recently lately finally probably definitely absolutely totally
    honestly kinda simply almost soon then maybe perhaps both quite pretty very so too once twice first again long seldom
    occasionally frequently regularly constantly basically literally originally truly deeply strongly certainly surely
    personally sort kind of not no longer yet quickly slowly nearly""".split()
)
_LY_NOT_ADVERB = frozenset(
    "fly rely apply supply reply comply family only ally bully rally tally multiply imply assembly italy july".split()
)


def is_adverb(word: str) -> bool:
    lower = word.lower()
    return lower in ADVERBS or (lower.endswith("ly") and len(lower) > 4 and lower not in _LY_NOT_ADVERB)


NATIONALITIES = frozenset(
    """american british english irish scottish welsh canadian australian french german italian spanish portuguese dutch
    belgian swiss austrian swedish norwegian danish finnish polish czech slovak hungarian romanian bulgarian greek turkish
    russian ukrainian indian pakistani bangladeshi chinese japanese korean vietnamese thai filipino indonesian malaysian
    singaporean taiwanese mexican brazilian argentinian chilean colombian peruvian cuban egyptian moroccan nigerian kenyan
    ethiopian ghanaian israeli lebanese iranian iraqi syrian saudi european african asian latina latino icelandic croatian
    serbian slovenian estonian latvian lithuanian kiwi""".split()
)
DIETS = frozenset(
    "vegan vegetarian veggie pescatarian flexitarian fruitarian teetotal keto "
    "paleo halal kosher gluten-free lactose-free carnivore omnivore".split()
)
_JOBS = """engineer developer programmer nurse doctor physician surgeon teacher professor lecturer lawyer attorney accountant
    architect artist writer author journalist editor designer illustrator photographer musician chef cook baker
    barista waiter waitress bartender manager director analyst consultant scientist researcher student intern
    assistant secretary driver pilot mechanic electrician plumber carpenter farmer gardener police officer firefighter
    soldier paramedic dentist pharmacist veterinarian vet therapist counselor counsellor psychologist psychiatrist
    physicist chemist biologist mathematician economist banker broker trader salesperson salesman saleswoman realtor
    agent marketer recruiter administrator coordinator supervisor ceo cto cfo coo founder co-founder cofounder
    entrepreneur freelancer contractor translator interpreter librarian historian actor actress dancer singer producer
    filmmaker comedian coach trainer instructor tutor model stylist hairdresser barber tailor jeweler cleaner janitor
    nanny babysitter caregiver midwife radiologist cardiologist technician operator planner strategist owner executive
    president secretary treasurer clerk cashier guard detective judge paralegal optometrist chiropractor nutritionist
    dietitian social-worker worker lead principal partner potter sculptor painter plumber blogger streamer youtuber
    gamer retiree homemaker dev sysadmin devops copywriter proofreader archivist curator bookkeeper auditor actuary underwriter
    notary solicitor barrister magistrate bailiff diplomat politician councillor mayor civil-servant lobbyist locksmith welder
    roofer bricklayer mason plasterer glazier joiner cabinetmaker blacksmith goldsmith silversmith watchmaker cobbler upholsterer
    weaver florist butcher fishmonger grocer greengrocer baker brewer distiller winemaker sommelier cheesemaker confectioner
    milkman postman postwoman mailman courier trucker cabbie conductor stewardess steward sailor skipper captain fisherman lumberjack
    forester ranger gamekeeper shepherd beekeeper rancher vintner horticulturist botanist zoologist ecologist geologist geographer
    meteorologist astronomer oceanographer archaeologist anthropologist sociologist linguist philosopher theologian statistician
    neuroscientist pathologist oncologist pediatrician paediatrician gynecologist neurologist dermatologist anesthetist
    anaesthetist orthodontist optician audiologist radiographer sonographer physiotherapist osteopath masseur masseuse podiatrist
    phlebotomist dispenser carer caretaker au-pair childminder governess headmaster headteacher headmistress principal dean
    registrar bursar examiner invigilator lifeguard bouncer doorman porter concierge receptionist housekeeper maid butler valet
    bellhop estate-agent surveyor cartographer draughtsman machinist toolmaker lathe-operator foreman rigger driller miner docker
    stevedore crane-operator seamstress milliner perfumer beautician manicurist cosmetologist tattooist jockey referee umpire
    commentator presenter newsreader broadcaster DJ dj emcee magician clown acrobat choreographer composer conductor organist pianist
    violinist cellist drummer guitarist luthier tuner cinematographer screenwriter playwright poet novelist columnist critic
    animator sculptor ceramicist glassblower engraver printmaker bookbinder typesetter printer bookseller shopkeeper stallholder
    merchandiser buyer stockbroker financier treasurer fundraiser caseworker chaplain priest pastor imam rabbi nun monk vicar
    undertaker embalmer exterminator handyman groundskeeper landscaper arborist astronaut colonel lieutenant sergeant corporal
    marine airman detective criminologist coroner paralegal stenographer typist dispatcher freelancer undergraduate undergrad
    postdoc apprentice trainee"""
JOBS = frozenset(word.lower() for word in _JOBS.split())
_AGENT_SUFFIX = re.compile(r"^\w{2,}(?:ologist|ographer|otherapist|maker|keeper|worker|smith|wright|monger|ician|iatrist)$")


def is_job(noun: str) -> bool:
    """Whether a noun names what somebody does for a living, by the list or by its ending."""
    lower = noun.lower()
    return lower in JOBS or bool(_AGENT_SUFFIX.match(lower))


EVALUATIONS = frozenset(
    """great good awesome amazing cool nice wonderful fantastic lovely beautiful perfect fun funny interesting helpful
    inspiring incredible awful terrible bad crazy wild hard tough easy true right wrong sweet impressive exciting glad
    happy proud sure important special powerful cute best better super really thanks thank wow yeah yes okay love like
    thing things stuff lot lots way something anything everything nothing one ones bit kind sort makes make made feel
    feels sound sounds looks look seems seem think know get got going go see hear say said much many so very too always
    never also just even still us all always appreciate""".split()
)
STOP_WORDS = frozenset(
    """a an the and or but if then than that this these those there here of to in on at for with from by about as into over
    after before between out up down off again is am are was were be been being do does did have has had having will would
    can could should shall may might must not no nor i you he she it we they me him her us them my your his its our their
    mine yours hers ours theirs myself yourself who whom which what when where why how because while until since though
    although both each few more most other some such own same cannot either though maybe""".split()
)
_WORD = re.compile(r"[A-Za-zÀ-ÿ0-9][\w'’-]*")


def content_words(text: str) -> list[str]:
    """Words that carry something: no function words, no mere evaluations."""
    return [w for w in _WORD.findall(text) if (low := w.lower()) not in STOP_WORDS and low not in EVALUATIONS and not is_adverb(low)]


NAME_PATTERN = r"[A-ZÀ-Þ][a-zà-ÿ]+(?:[-'’][A-ZÀ-Þ][a-zà-ÿ]+)?"
NOT_NAMES = frozenset(
    """i the a an my our his her their your this that these those it he she we they you and but so or if when while because although
    since as after before not no yes yeah well oh wow hey hi hello thanks thank please sorry actually also anyway honestly maybe
    perhaps just now then here there what who where why how which can could would should will do does did is are was were have has
    had let everyone everybody someone somebody nobody people today tomorrow yesterday january february march april may june july
    august september october november december monday tuesday wednesday thursday friday saturday sunday in on at for with from by
    about to of up going been being getting looking trying some all most many one two three both another every each last next
    still even only never always usually sometimes recently lately finally good great nice cool awesome amazing happy glad sure
    okay ok absolutely definitely totally congrats congratulations haha lol god man dude sounds english french german spanish
    italian japanese chinese korean christmas easter mr mrs ms dr prof sir frau herr madame señor señora thanksgiving halloween
    mine ours yours hers theirs use avoid remind call keep make instead""".split()
)

NUMBERS_IN_WORDS = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10}
PLACES = frozenset(
    """accra adelaide america amsterdam ankara antwerp argentina arizona athens atlanta auckland austin australia austria baltimore
    bangalore bangkok barcelona basel beijing belgium berlin bern bilbao birmingham bogota bologna bordeaux boston brazil brisbane
    bristol brno brussels bucharest budapest bulgaria busan cairo calgary california canada caracas casablanca charlotte chennai
    chicago chile china cleveland cologne colombia colorado copenhagen croatia czechia dallas delhi denmark denver detroit dhaka
    dresden dubai dublin durban edinburgh egypt england estonia finland florence florida france frankfurt gdansk geneva georgia
    germany ghana ghent glasgow graz greece guangzhou hamburg hanoi havana helsinki holland houston hungary hyderabad iceland india
    indonesia ireland israel istanbul italy jakarta japan johannesburg jordan karachi kenya kolkata korea krakow kyiv kyoto lagos
    lahore latvia lebanon leeds leipzig lille lima lisbon lithuania liverpool london lviv lyon madrid malaysia manchester manila
    marseille melbourne mexico miami michigan milan minneapolis montevideo montreal morocco mumbai munich nairobi nantes naples
    nashville netherlands nice nigeria norway oakland ohio oregon orlando osaka oslo ottawa pakistan paris perth peru philadelphia
    philippines phoenix pittsburgh poland portland porto portugal prague pune qatar quito romania rome rotterdam russia sacramento
    santiago scotland seattle seoul serbia seville shanghai shenzhen singapore slovakia slovenia sofia spain stockholm stuttgart
    sweden switzerland sydney taiwan tampa texas thailand tokyo toronto toulouse tunis turin turkey uk ukraine usa utrecht valencia
    vancouver venice vienna vietnam virginia wales warsaw wellington zurich""".split()
)
"""Cities and countries that need no capital to be known."""
