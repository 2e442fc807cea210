"""How delicate a statement is, by the topics that its words name (row R8).

`health_words.txt` holds what WordNet 3.1 has under illness, injury, symptom, disability, medicine and therapy, where
that is what a word mostly means; its terms stand in `health_words.copyright.txt`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from keepsake.records import Sensitivity
from keepsake.rules.reading.lexicon import DIETS, caseless

_HEALTH_WORDS = frozenset(Path(__file__).with_name("health_words.txt").read_text(encoding="utf-8").splitlines())
_LONGEST = 3
"""Words of a term."""
_WORD = re.compile(r"[a-z][a-z'-]*")

_MEDICINE = (
    r"(?:\w{2,12}(?:pril|sartan|formin|statin|olol|azole|mycin|cillin|oxetine|zepam|zolam|prazole|triptan|gliptin|gliflozin|parin|xaban"
    r"|cycline|profen|codone|thyroxine|traline|lopram|azepam|etine|semide|thiazide|dipine|idone|pezil|tadine|rizine|onide|olone|sone|mab"
    r"|tinib|triptyline|pentin|gabalin|floxacin|cyclovir|trexate|tidine|lukast)|paracetamol|topiramate|lithium|ritalin|adderall|ozempic"
    r"|tramadol|morphine)"
)
"""How the international names of medicines end (the World Health Organization's list of stems), and a few of others."""
BODY = (
    r"(?:backs?|knees?|hips?|shoulders?|necks?|ankles?|wrists?|elbows?|foot|feet|heel|achilles|hamstrings?|calf|shins?|ribs?|heart|eyes?"
    r"|ears?|teeth|tooth|stomach|bladder|lungs?|spine|tendons?|ligaments?|leg|arm|hand|thumb|toe(?:nails?|s)?)"
)
"""Parts of a body."""
_HEALTH = (
    r"all?erg\w*|diagnos\w*|illness\w*|sick leave|tumou?r|diabet\w*|asthma\w*|depress\w*|anxi\w*|autis\w*|bipolar|therap(?:y|ist|ies)"
    r"|medicat\w*|medicines?|meds|pills?|insulin|antidepress\w*|antibiotics?|inhaler|epi-?pen|surger\w*|operat(?:ion|ed) on"
    r"|hospital\w*|pregnan\w*|miscarriage|fertility|ivf|contracept\w*|disab\w*|hiv|std|epilep\w*|seizures?|strokes?"
    r"|blood (?:type|pressure|sugar|test)|heart (?:attack|disease|condition|failure)|cholesterol|thyroid|fracture\w*|meniscus|torn \w+"
    r"|gallbladder|kidney\w*|liver|intoleran\w*|c(?:o)?eliac|injur\w*|chronic|symptoms?|rash|addict\w*|suicid\w*|self[- ]harm\w*"
    r"|alcoholic|rehab|sober|panic attacks?|anorex\w*|bulimi\w*|smok(?:er|es|ing)|vap(?:e|ing)|drugs?|physio\w*|dodgy knee|knee is"
    r"|bad (?:back|knee)|prescri\w*|vaccin\w*|gp\b|doctor says|\d+ ?mg\b|(?:once|twice|three times) (?:a day|daily)|weigh(?:s|ed|t)?"
    r"|bmi|kilos|lost \d+ ?(?:kg|lbs)|period|menopause|alzheimer\w*|parkinson\w*|died of|covid|flu\b"
    rf"|{_MEDICINE}|tablets|dos(?:e|es|age)|blood thinners?"
    rf"|new (?:hip|knee|kidney|liver|heart|teeth)|(?:bad|dodgy|bust(?:ed)?|sprained|swollen|frozen) (?:left |right )?{BODY}"
    rf"|{BODY} (?:pain|injury|problems?|trouble|surgery|replacement|hurts?|aches?)"
    rf"|{BODY}(?: is| are| was|['’]?s) (?:shot|bad|killing|hurting|sore|swollen|playing up|acting up|broken)"
    r"|(?:altitude|travel|motion|car|sea)[- ]?sick\w*|\w{3,20}(?:itis|algia|ectomy|opathy|emia)|concussion|hearing aids?|wheelchair"
    r"|hospice|care home|stent|pacemaker|biopsy|mammogram|mri|ct scan|x-?rays?|chemo\w*|radiation|transplant|dialysis|stoma|oncolog\w*"
    r"|cardiolog\w*|neurolog\w*|psychiatr\w*|psycholog\w*|dermatolog\w*|gyn(?:a)?ecolog\w*|urolog\w*|endocrin\w*|immune system|reflux"
    r"|lupus|crohn\w*|ibs|pcos|endometri\w*|apnoea|an[ae]mi\w*|burn(?:ed|t)?[- ]?out|grief|trauma|ocd"
    rf"|{BODY} (?:op(?:eration)?|tears?|strains?|sprains?)|my (?:left|right) {BODY}(?! man\b)|tear in (?:my|his|her) {BODY}"
    rf"|(?:my|his|her|their) {BODY}(?: is| are| was|['’]?s) (?:knack?er\w*|buggered|cleared|healed|better(?! at\b)|stiff|numb)"
    r"|(?:my|his|her|their) operation|operation (?:up)?on (?:my|his|her)|swelled up|comes? (?:up|out) in (?:lumps|hives|spots|blotches)"
    r"|(?:my|his|her|their|eye) injections?|injections? (?:is |are )?every (?:\w+ )?(?:day|week|month|year)s?"
    r"|ablation"
    r"|hb ?a1c|a1c|(?:my|his|her|their) (?:blood )?sugars? (?:is|was|are|were|went|came)"
    r"|(?:my|his|her|their) (?:iron|ferritin|platelets) (?:is|was|are|were|fell|dropped|levels?|came|went)"
    r"|(?:low|high) (?:iron|ferritin|platelets|blood count)|diet(?:iti|ici)ans?|surgeons?|(?:dr|doctor|doc)['’]?s orders"
    r"|(?:doctor|gp|dr\.? \w+) (?:says|said|wants|has (?:me|him|her)|put|gave|lets|allows)"
    r"|can(?:['’]?t| ?not) eat(?! (?:there|here|out|at|in|on|before|after|until|till|with)\b)"
    r"|cataracts?|glaucoma|\d puffs?|both (?:my |his |her )?(?:eyes|knees|hips)"
    r"|can['’]?t (?:kneel|walk|lift|bend|hear|see well|sleep)|not allowed to (?:drive|lift)|limp(?:s|ing)?"
    r"|\d+ ?(?:mcg|µg|ml|units) (?:of|a|at|in|twice|once)\b|(?:the|my|his|her) psych|inflam\w*|op(?:eration)? (?:of|on) (?:the|my|his|her)"
    r"|(?:makes?|made) me (?:sick|ill)|can(?:['’]?t|not) (?:have|eat|tolerate|digest|drink) (?:dairy|gluten|lactose|nuts|wheat|milk|eggs"
    r"|shellfish|soy)"
    rf"|(?:broke|twisted|sprained|tore) (?:a|my|his|her|their) {BODY}"
    r"|in a (?:wheel ?)?chair since"
)
_MONEY = (
    r"salary|income|(?:tak(?:e|es|ing)|bring(?:s|ing)?) home (?:is |of )?[$€£]?\d[\d,.]{0,9}|debts?|mortgage"
    r"|bankrupt\w*|loans?|credit score|net worth|savings(?: account)?"
    r"|earns? \w*"
    r"|i make \d|bank account|iban"
    r"|owes?|tax(?:es)? (?:debt|return)|inherit\w*|alimony|child support|overdraft|pension|benefits? payment|wages?|in the red|skint"
    r"|paid \d[\d.,]{0,9}k?|(?:take[- ]?home|net|gross) pay|pay ?(?:rise|cut|check|cheque|slip)|repossess\w*|foreclos\w*"
    r"|rent\b[^.;]{0,30}\d[\d,.]{0,9}|rents (?:is |are )?\d{3}[\d,.]{0,9}"
    r"|(?<=[$€£])(?:\d,)?\d{3}[\d,.]{0,9}k? (?:a|per|each|every) (?:month|mo|year|yr|week|wk)"
    r"|pay(?:s|ing)? (?:\w+[ ,]+){0,3}[$€£]?\d[\d,.]{1,9}k? (?:(?:euros?|pounds|dollars|quid) )?"
    r"(?:a|per|each|every) (?:month|mo|year|yr|week|wk|day)"
    r"|\d[\d,.]{1,9} (?:euros?|pounds|dollars|quid|cedis|kroner|crowns?|rupees|naira|shillings) (?:a|per|each|every) (?:month|year|week)"
    r"|\d[\d,.]{0,9} ?(?:pcm|netto|brutto|a month rent|rent)|[$€£]?\d[\d,.]{0,9} an? (?:hr|hour)"
    r"|\d[\d,.]{0,9}k? (?:saved|put aside|put by)|(?:put aside|put by|saved up) \d{3}[\d,.]{0,9}"
    r"|pay(?:s|ing|in)? (?:\w+ ){0,3}?back|budget is [$€£]?\d[\d,.]{0,9}|pay \d[\d,.]{0,9} (?:each|a month|per month|rent)"
    r"|[$€£]?\d{2,3}k (?:(?:a|per) year|before tax|gross|net|with)|[$€£]?\d{2,3}[,.]?\d{3} (?:a|per) year|maintenance payments?"
)
_BELIEFS = (
    r"republicans?|democrats?|labour party|conservative party|vot(?:e|es|ed) (?:for|against)|politic\w*|union member|christian|catholic"
    r"|protestant|muslim|islam|jewish|jew|hindu|buddhist|sikh|atheist|mosque|synagogue|church|religio\w*|faith|pray(?:er|s|ing)?|ramadan"
    r"|kosher|halal"
)
_SEX = (
    r"gay|lesbian|bisexual|queer|trans|transgender|non-?binary|lgbtq?\w*|sexual\w*|coming out|came out as|gender identity|affair"
    r"|cheat(?:ed|ing) on"
)
_LAW = r"immigration status|undocumented|asylum|convict\w*|arrest\w*|criminal|prison|jail|parole|lawsuit|custody|restraining order"
_NUMBERS = (
    r"passport (?:number|no)|social security|ssn|national insurance|tax id|id (?:card )?number|driver['’]?s licen[cs]e (?:number|no)"
    r"|licen[cs]e plate"
)
_SENSITIVE = caseless(rf"\b(?:{_HEALTH}|{_MONEY}|{_BELIEFS}|{_SEX}|{_LAW}|{_NUMBERS})\b")
_PERSONAL = caseless(
    r"\b(?:name is|i['’]?m called|call me|lives? (?:in|at|with|downstairs|upstairs)|living (?:in|with)|moved (?:to|in)|address|my (?:flat"
    r"|house|home)|phone number|e-?mail|birthday|born|years old|yo|(?:i['’]?m|im|is|hes|shes|turned) \d{1,3}|\d{3} ?cm|married|divorced"
    r"|engaged|dating|single|wife|husband|partner|girlfriend|boyfriend|son|daughter|kids?|children|mother|mom|mum|father|dad|parents?"
    r"|sister|brother|grandm\w+|grandf\w+|(?:my|our|his|her) nan|twins|flatmate|roommate|housemate|aunt"
    r"|uncle|cousin|niece|nephew|family|spouse|baby|fianc\w+|in[- ]law|(?:split|broke) up)\b"
    r"|^\d{2}$|\b(?:flat|apartment|apt) \d{1,4}\b"
    r"|\b\d{1,4} (?!(?:min|hour|hr|day|time|week|month|year|mile|km|people|parallel)\w*\b)"
    r"(?:\w+ ){1,2}(?:road|rd|street|st|terrace|lane|close|avenue|ave|drive|crescent|gardens|court)\b"
    r"|[\w.+-]{1,64}@[\w-]{1,64}\.\w+|\+?\d[\d ()-]{8,40}\d",
)
_SENSITIVE_FEATURES = frozenset(
    {"allergies", "conditions", "medication", "salary", "religion", "politics", "gender", "blood_type", "weight"}
)
_PERSONAL_FEATURES = frozenset(
    """name nickname residence address phone_number email birthday born age marital_status spouse partner family relation hometown
    nationality pronouns height child parent sibling relative""".split()
)


_ORDER = (Sensitivity.NONE, Sensitivity.PERSONAL, Sensitivity.SENSITIVE)


def most(levels: Iterable[Sensitivity]) -> Sensitivity:
    """What is made of several is as delicate as the most delicate of them."""
    return max(levels, key=_ORDER.index)


def of(content: str, feature: str = "") -> Sensitivity:
    """Health, finance, sexuality, politics, religion, the law and identity numbers are sensitive; names, whereabouts, contacts and family
    are personal."""
    if feature in _SENSITIVE_FEATURES or _SENSITIVE.search(content) or _of_health(content):
        return Sensitivity.SENSITIVE
    if feature in _PERSONAL_FEATURES or _PERSONAL.search(content):
        return Sensitivity.PERSONAL
    return Sensitivity.NONE


_IS_MEDICINE = caseless(_MEDICINE)
_OF_CARE = caseless(
    rf"\b(?:{_MEDICINE}|all?erg\w*|intoleran\w*|c(?:o)?eliac|medicat\w*|medicines?|meds|pills?|insulin|inhaler|epi-?pen|tablets"
    r"|dos(?:e|es|age)|antibiotics?|\d+ ?(?:mg|mcg|µg)\b|\d+ puffs?|injections?|prescri\w*|(?:once|twice|three times) (?:a day|daily)"
    rf"|eats? (?:no|only)|diet|can(?:['’]?t| ?not) (?:eat|have)|{'|'.join(sorted(DIETS))})\b"
)


def is_of_health(word: str) -> bool:
    """A medicine or an illness, in lower case: `tramadol`."""
    return bool(_IS_MEDICINE.fullmatch(word)) or word in _HEALTH_WORDS


def is_of_care(text: str) -> bool:
    """Whether it tells what somebody must not eat or has to take."""
    return bool(_OF_CARE.search(text))


def _of_health(content: str) -> bool:
    said = _WORD.findall(content.lower().replace("’", "'"))
    terms = (" ".join(said[at : at + length]) for length in range(1, _LONGEST + 1) for at in range(len(said)))
    return any(term in _HEALTH_WORDS or (term.endswith("s") and term[:-1] in _HEALTH_WORDS) for term in terms)
