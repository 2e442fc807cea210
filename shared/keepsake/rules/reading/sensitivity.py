"""How delicate a statement is, by the topics that its words name (row R8)."""

from __future__ import annotations

from collections.abc import Iterable

from keepsake.records import Sensitivity
from keepsake.rules.reading.lexicon import caseless

_BODY = (
    r"(?:backs?|knees?|hips?|shoulders?|necks?|ankles?|wrists?|elbows?|foot|feet|heel|achilles|hamstrings?|calf|shins?|ribs?|heart|eyes?"
    r"|ears?|teeth|tooth|stomach|bladder|lungs?|spine|tendons?|ligaments?|leg|arm|hand|thumb|toe)"
)
_HEALTH = (
    r"allerg\w*|diagnos\w*|diseases?|illness\w*|sick leave|cancer|tumou?r|diabet\w*|asthma\w*|depress\w*|anxi\w*|adhd|autis\w*|bipolar"
    r"|therap(?:y|ist|ies)|medicat\w*|medicines?|meds|pills?|insulin|antidepress\w*|antibiotics?|painkillers?|inhaler|epi-?pen"
    r"|surger\w*|operat(?:ion|ed) on|hospital\w*|pregnan\w*|miscarriage|fertility|ivf|contracept\w*|disab\w*|hiv|std|migraines?"
    r"|epilep\w*|seizures?|strokes?|blood (?:type|pressure|sugar|test)|heart (?:attack|disease|condition|failure)|cholesterol"
    r"|arthritis|thyroid|hernia|fracture\w*|meniscus|torn \w+|gallbladder|kidney\w*|liver|intoleran\w*|c(?:o)?eliac|injur\w*|chronic"
    r"|symptoms?|rash|addict\w*|suicid\w*|self[- ]harm\w*|alcoholic|rehab|sober|panic attacks?|eating disorder|anorex\w*|bulimi\w*"
    r"|insomnia|smok(?:er|es|ing)|vap(?:e|ing)|drugs?|physio\w*|dodgy knee|knee is|bad (?:back|knee)|prescri\w*|vaccin\w*|gp\b"
    r"|doctor says|\d+ ?mg\b|(?:once|twice|three times) (?:a day|daily)|weigh(?:s|ed|t)?|bmi|kilos|lost \d+ ?(?:kg|lbs)|period"
    r"|menopause|dementia|alzheimer\w*|parkinson\w*|died of|covid|flu\b"
    r"|\w{2,12}(?:pril|sartan|formin|statin|olol|azole|mycin|cillin|oxetine|zepam|prazole|triptan|gliptin|gliflozin|parin|xaban|cycline"
    r"|profen|codone|thyroxine|traline|lopram|azepam|etine|semide|thiazide|dipine|idone|pezil|tadine|rizine|onide|olone|sone|mab|tinib)"
    r"|ibuprofen|aspirin|paracetamol|topiramate|lithium|ritalin|adderall|xanax|prozac|ozempic|tablets|dos(?:e|es|age)|blood thinners?"
    rf"|new (?:hip|knee|kidney|liver|heart|teeth)|(?:bad|dodgy|bust(?:ed)?|sprained|swollen|frozen) {_BODY}"
    rf"|{_BODY} (?:pain|injury|problems?|trouble|surgery|replacement|hurts?|aches?)"
    rf"|{_BODY}(?: is| are| was|['’]?s) (?:shot|bad|killing|hurting|sore|swollen|playing up|acting up|broken)"
    r"|(?:altitude|travel|motion|car|sea)[- ]?sick\w*|\w{3,20}(?:itis|algia|ectomy|opathy|emia)|concussion|hearing aids?|wheelchair"
    r"|hospice|care home|stent|pacemaker|biopsy|mammogram|mri|ct scan|x-?rays?|chemo\w*|radiation|transplant|dialysis|stoma"
    r"|oncolog\w*|cardiolog\w*|neurolog\w*|psychiatr\w*|psycholog\w*|dermatolog\w*|gyn(?:a)?ecolog\w*|urolog\w*|endocrin\w*"
    r"|immune system|infection|ulcers?|reflux|eczema|psoriasis|lupus|crohn\w*|ibs|pcos|endometri\w*|gout|vertigo|tinnitus"
    r"|apnoea|apnea|sciatica|slipped disc|an[ae]mi\w*|hypertension|burn(?:ed|t)?[- ]?out|grief|trauma|ptsd|ocd"
    r"|can['’]?t (?:kneel|walk|lift|bend|hear|see well|sleep)|not allowed to (?:drive|lift)|limp(?:s|ing)?"
    r"|\d+ ?(?:mcg|µg|ml|units) (?:of|a|at|in|twice|once)\b"
)
_MONEY = (
    r"salary|income|debts?|mortgage|bankrupt\w*|loans?|credit score|net worth|savings(?: account)?|earns? \w*|i make \d|bank account|iban"
    r"|owes?|tax(?:es)? (?:debt|return)|inherit\w*|alimony|child support|overdraft|pension|benefits? payment|wages?|in the red|skint"
    r"|paid \d[\d.,]{0,9}k?|(?:take[- ]?home|net|gross) pay|pay ?(?:rise|cut|check|cheque|slip)|repossess\w*|foreclos\w*"
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
    r"|sister|brother|grandm\w+|grandf\w+|aunt|uncle|cousin|niece|nephew|family|spouse|baby|fianc\w+|in[- ]law)\b|^\d{2}$"
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
    if feature in _SENSITIVE_FEATURES or _SENSITIVE.search(content):
        return Sensitivity.SENSITIVE
    if feature in _PERSONAL_FEATURES or _PERSONAL.search(content):
        return Sensitivity.PERSONAL
    return Sensitivity.NONE
