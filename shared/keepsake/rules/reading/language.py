"""Which of the commonest languages a statement is in, and the words of each that the reading rules need (row R8).

Only English is read for subjects, slots and changes of mind in any depth. In the other languages a statement keeps its words; who speaks
of themselves is told by the first person's forms, and what changes by a few words of change.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from keepsake.rules.reading.lexicon import caseless

ENGLISH = "en"
UNREAD = "und"
"""A script that no table here reads."""


class Words(NamedTuple):
    """What a language other than English is read by."""

    common: frozenset[str]
    """Function words by which it is told."""
    first: re.Pattern[str]
    """Forms of the first person."""
    change: re.Pattern[str]
    asks: re.Pattern[str]
    standing: re.Pattern[str]
    """How it is told what to do from now on."""


_POLITE = r"(?:bitte |por favor |s['’]il te plaît |per favore |proszę )?"


def _words(common: str, first: str, change: str, asks: str, standing: str) -> Words:
    patterns = (rf"(?<!\w)(?:{first})(?!\w)", rf"(?<!\w)(?:{change})(?!\w)", rf"^\W*(?:{asks})(?!\w)", rf"^\W*{_POLITE}(?:{standing})")
    return Words(frozenset(common.split()), *(caseless(p) for p in patterns))


_COMMON_ENGLISH = frozenset(
    "the a an and is are was i im i'm my we our you your it its it's to of in on for with that this have has had do does dont don't not no "
    "be at from but so she he they her his what when how can will just am were been if or about me us them there pls please now as got "
    "like out up too very any all some one new need want use also than then because still really only over after before more make did who "
    "where why which would could should go going get u ive cant thats".split()
)
LANGUAGES: dict[str, Words] = {
    "de": _words(
        "der die das und ist sind war ich mein meine meinen meiner wir unser du ihr es zu von im auf für mit dass haben hat habe nicht "
        "kein keine ein eine einen einem aber sie er auch noch schon jetzt bin wie was wenn oder bitte mir mich uns den dem bei seit nur "
        "immer nie antworte deutsch englisch",
        r"ich|mein\w*|mir|mich|wir|uns\w*",
        r"jetzt|mittlerweile|inzwischen|stattdessen|doch|eigentlich|ab (?:jetzt|sofort|heute|morgen)|statt|nicht mehr|kein\w* mehr"
        r"|aufgehört|gekündigt",
        r"was|wie|wo|wer|wann|warum|welche\w*|kannst|könnt\w*|gibt es|hast du|ist das|bitte|(?:schreib|erstell|erklär|übersetz|nenn"
        r"|zeig)\w*|gib|mach\w*|hilf|ich (?:möchte|will|brauche|hätte gern)\w*,? (?:dass|hilfe|eine? (?:liste|text|tipp))",
        r"(?:antworte|schreib|erklär|nenn|benutz|verwende|sprich)\w*\b.*\b(?:immer|ab jetzt|nur noch|künftig|auf \w+)|\b(?:immer|nie"
        r"|niemals) \w+",
    ),
    "es": _words(
        "el la los las y es son era yo mi mis nosotros nuestro tu su de en para con que he ha tengo tiene no un una pero ella también ya "
        "ahora soy estoy como cuando si por favor me nos del al más muy se lo vivo prefiero gusta siempre nunca español inglés",
        r"yo|mi|mis|me|soy|estoy|tengo|vivo|trabajo|prefiero|quiero|uso|voy|fui|he|nosotros|nuestr\w+|vivimos|tenemos|nos",
        r"ahora|en realidad|mejor|en vez|en lugar|a partir de|ya no|dejé de|he dejado",
        r"qué|cómo|dónde|quién|cuándo|por qué|cuál\w*|pued\w+|podr\w+|hay|por favor|(?:haz|dame|dime|escríbe|escribe|explíca|explica|crea"
        r"|genera|traduce|resume|ayúda|ayuda)(?:me)?|(?:necesito|quiero) (?:que|un texto|ayuda)",
        r"(?:responde|contesta|escribe|explica|háblame|usa|llámame)\w*\b.*\b(?:siempre|a partir de ahora|de ahora en adelante|en \w+)"
        r"|\b(?:siempre|nunca) \w+",
    ),
    "fr": _words(
        "le la les et est sont je j'ai mon ma mes nous notre tu il elle de en pour avec que ai as pas ne un une mais aussi maintenant suis "
        "comme quand si vous me du au des plus très se c'est dans sur qui j'habite toujours jamais français anglais",
        r"je|j['’]\w+|mon|ma|mes|moi|nous|notre|nos|me|m['’]\w+",
        r"maintenant|finalement|en fait|plutôt|au lieu|désormais|à partir de|ne \w+ plus|n['’]\w+ plus|arrêté",
        r"quoi|comment|où|qui|quand|pourquoi|quel\w*|(?:tu )?peux|pouvez|pourr\w+|est-ce|(?:fai[st]|faites|donne|dis|écri[st]|crée|génère"
        r"|tradui[st]|résume|explique|aide|montre)(?:z|-moi)*|(?:je (?:veux|voudrais|souhaite)|j['’]aimerais) (?:que|un texte"
        r"|de l['’]aide)",
        r"(?:réponds|répondez|écris|explique|parle|utilise|appelle)\w*\b.*\b(?:toujours|désormais|à partir de maintenant|en \w+)"
        r"|\b(?:toujours|jamais) \w+",
    ),
    "it": _words(
        "il lo la gli le e è sono io mio mia miei noi nostro tu di in per con che ho ha non un una ma anche ora adesso sto come quando se "
        "mi ci del al dei più molto si vivo preferisco piace abito sempre mai italiano inglese",
        r"io|mio|mia|miei|mie|mi|sono|ho|sto|vivo|abito|lavoro|preferisco|noi|nostr\w+",
        r"ora|adesso|invece|in realtà|d['’]ora in poi|anzi|non \w+ più|ho smesso",
        r"cosa|come|dove|chi|quando|perché|quale?|può\w*|puoi|pot\w+|c['’]è|per favore|(?:fa|fai|da|di|scrivi|crea|genera|traduci|spiega"
        r"|riassumi|aiuta)(?:mmi|mi)?|(?:voglio|vorrei) (?:che|un testo|aiuto)",
        r"(?:rispondi|scrivi|spiega|parla|usa|chiamami)\w*\b.*\b(?:sempre|d['’]ora in poi|in \w+)|\b(?:sempre|mai) \w+",
    ),
    "pt": _words(
        "o a os as e é são eu meu minha meus nós nosso você de em para com que tenho tem não um uma mas também agora sou estou como quando "
        "se me nos do da no na mais muito moro prefiro gosto sempre nunca português inglês",
        r"eu|meu|minha|meus|minhas|me|sou|estou|tenho|moro|trabalho|prefiro|gosto|uso|vou|fui|nós|nosso|nossa",
        r"agora|na verdade|em vez|a partir de|aliás|já não|não \w+ mais|parei de|deixei de",
        r"o que|como|onde|quem|quando|por que|qual|pode\w*|por favor|(?:me )?(?:faça|dê|diga|escreva|crie|gere|traduza|resuma|explique"
        r"|ajude|mostre|liste|monte)|(?:eu )?(?:quero|preciso|gostaria) (?:que|de um texto|de ajuda)",
        r"(?:responda|escreva|explique|fale|use|me chame)\w*\b.*\b(?:sempre|a partir de agora|em \w+)|\b(?:sempre|nunca) \w+",
    ),
    "nl": _words(
        "de het een en is zijn was ik mijn wij ons jij je van in op voor met dat heb heeft niet geen maar ook nog nu ben hoe wat als of me "
        "mij bij sinds altijd nooit nederlands engels",
        r"ik|mijn|mij|me|wij|we|ons|onze",
        r"nu|inmiddels|toch|eigenlijk|in plaats van|vanaf|niet meer|geen \w+ meer|gestopt",
        r"wat|hoe|waar|wie|wanneer|waarom|welke?|ku?a?n je|graag|geef|maak|schrijf|vertel|vertaal|help|ik wil (?:graag )?dat",
        r"(?:antwoord|schrijf|gebruik|noem)\b.*\b(?:altijd|voortaan|in het)|\b(?:altijd|nooit) \w+",
    ),
    "pl": _words(
        "i w na z do nie jest są mam mój moja moje ja my się to ale też teraz jestem jak kiedy że o po za od dla mnie już tylko mieszkam "
        "pracuję zawsze nigdy polsku",
        r"ja|mój|moja|moje|mnie|mam|jestem|mieszkam|pracuję|my|nasz\w*",
        r"teraz|jednak|zamiast|od (?:teraz|dziś|jutra)|już nie|przestał\w+|rzucił\w+",
        r"co|jak|gdzie|kto|kiedy|dlaczego|czy|który|może\w*|proszę|napisz|podaj|zrób|daj|pomóż|wyjaśnij|stwórz|chcę,? żebyś",
        r"(?:odpowiadaj|pisz|używaj|mów)\b.*|\b(?:zawsze|nigdy) \w+",
    ),
}
"""By ISO 639-1 code."""
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
_OTHER_SCRIPT = re.compile("[\u0370-\u03ff\u0400-\u052f\u0590-\u06ff\u0900-\u0dff\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_FIRST_IN_SCRIPT = caseless("[我俺僕私]|(?<!\\w)(?:я|мы|мой|моя|мне|меня|у нас|나는|저는|내|제|أنا|אני)(?!\\w)")
_CHANGE_IN_SCRIPT = re.compile("现在|改|不再|теперь|больше не|今は|이제")
_UNSPACED = re.compile("[\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_OWN = {
    **dict.fromkeys(("ich", "mein", "meine", "meinen"), "de"),
    **dict.fromkeys(("je", "j'ai", "j'habite", "j'aime"), "fr"),
    **dict.fromkeys(("ik", "mijn"), "nl"),
    **dict.fromkeys(("jestem", "mój", "moja", "mieszkam"), "pl"),
    **dict.fromkeys(("tengo", "vivo", "trabajo"), "es"),
    **dict.fromkeys(("meu", "minha", "moro"), "pt"),
    **dict.fromkeys(("mio", "sono", "abito"), "it"),
}
"""Words of which one tells the language of a text that has no English one: "Ich mag Kaffee"."""
LEAST_WORDS = 2
"""Different function words of two letters and more from which a text of another than English is told."""


def of(text: str) -> str:
    """ISO 639-1 code, or UNREAD. In doubt English."""
    letters = sum(c.isalpha() for c in text)
    if letters and len(_OTHER_SCRIPT.findall(text)) > 0.3 * letters:
        return UNREAD
    words = {w.lower().replace("’", "'") for w in _WORD.findall(text) if len(w) > 1}
    best = max(LANGUAGES, key=lambda code: len(words & LANGUAGES[code].common))
    least = max(LEAST_WORDS, len(words & _COMMON_ENGLISH) + 1)
    if len(words & LANGUAGES[best].common) >= least:
        return best
    own = {_OWN[w] for w in words & _OWN.keys()}
    return own.pop() if len(own) == 1 and not words & _COMMON_ENGLISH else ENGLISH


def unspaced(text: str) -> int:
    """How many of its signs are of a script that sets no spaces between words."""
    return len(_UNSPACED.findall(text))


def first_person(text: str, code: str) -> bool:
    """Whether a statement of another language than English speaks of who says it."""
    return bool((LANGUAGES[code].first if code in LANGUAGES else _FIRST_IN_SCRIPT).search(text))


def changes(text: str, code: str) -> bool:
    """Whether its words say that something is otherwise now."""
    return bool((LANGUAGES[code].change if code in LANGUAGES else _CHANGE_IN_SCRIPT).search(text))


def asks(text: str, code: str) -> bool:
    """Asks, or asks for something."""
    return code in LANGUAGES and bool(LANGUAGES[code].asks.match(text))


def states(text: str, code: str) -> bool:
    """Begins as no order does: with a word like "the" or "she"."""
    return code in LANGUAGES and text.split()[0].lower() in LANGUAGES[code].common


def instructs(text: str, code: str) -> bool:
    """Whether it tells the assistant how to go about things from now on."""
    return code in LANGUAGES and bool(LANGUAGES[code].standing.match(text))
