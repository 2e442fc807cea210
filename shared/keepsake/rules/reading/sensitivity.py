"""How delicate a claim is (row R8)."""

from __future__ import annotations

import re

from keepsake.records import Sensitivity

_SENSITIVE = re.compile(
    r"\b(?:allerg\w*|diagnos\w*|disease|illness|cancer|diabet\w*|asthma|depress\w*|anxiety|adhd|autis\w*|bipolar|therap\w+|therapist"
    r"|medicat\w*|insulin|antidepress\w*"
    r"|surger\w*|hospital|pregnan\w*|miscarriage|fertility|disab\w*|hiv|migraines?|epilep\w*|blood (?:type|pressure|sugar)"
    r"|intoleran\w*|injur\w*|chronic|symptoms?|addict\w*|alcoholic|rehab|panic attack\w*"
    r"|salary|income|debts?|mortgage|bankrupt\w*|loan|credit score|net worth|savings account|earns?|bank account"
    r"|gay|lesbian|bisexual|queer|trans|transgender|nonbinary|non-binary|lgbtq?\w*|sexual\w*|coming out|came out as|gender identity"
    r"|transition(?:ed|ing)?"
    r"|republican|democrat|labour party|conservative party|votes? for|voted|politic\w*|union member|immigration status|undocumented|asylum"
    r"|christian|catholic|muslim|jewish|hindu|buddhist|sikh|atheist|mosque|synagogue|religio\w*|faith|convict\w*|arrest\w*|criminal)\b",
    re.IGNORECASE,
)
_PERSONAL = re.compile(
    r"\b(?:name is|called|lives? in|moved to|address|phone number|e-?mail|birthday|born|years old|age|married|divorced|engaged"
    r"|dating|single"
    r"|wife|husband|partner|girlfriend|boyfriend|son|daughter|kids?|children|mother|mom|mum|father|dad|parents?|sister|brother"
    r"|grandm\w+|grandf\w+|aunt|uncle|cousin|niece|nephew|family|spouse|baby|fianc\w+)\b"
    r"|[\w.+-]{1,64}@[\w-]{1,64}\.\w+|\+?\d[\d ()-]{8,40}\d",
    re.IGNORECASE,
)
_SENSITIVE_FEATURES = frozenset(
    {"allergies", "conditions", "medication", "salary", "religion", "politics", "gender", "blood_type", "weight"}
)
_PERSONAL_FEATURES = frozenset(
    """name nickname residence address phone_number email birthday born age marital_status spouse partner family relation
    hometown nationality pronouns""".split()
)


def of(content: str, feature: str = "") -> Sensitivity:
    """Health, finance, sexuality, politics and religion are sensitive; names, whereabouts, contacts and family are personal."""
    if feature in _SENSITIVE_FEATURES or _SENSITIVE.search(content):
        return Sensitivity.SENSITIVE
    if feature in _PERSONAL_FEATURES or _PERSONAL.search(content):
        return Sensitivity.PERSONAL
    return Sensitivity.NONE
