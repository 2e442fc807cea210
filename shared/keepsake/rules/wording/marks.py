"""The words by which a sentence is more than plainly said: whom it is of, what it denies, supposes, doubts, ends, reports or asks.

In English, and as far as single words go in the commonest other languages: a chat model words what was said in any of them.
"""

from __future__ import annotations

import re

from keepsake.rules.reading.lexicon import KIN_CLASS

_END = r"(?![\w'’])"


def _any(*words: str, unspaced: str = "(?!)") -> re.Pattern[str]:
    return re.compile(rf"(?<![\w'’])(?:{'|'.join(words)}){_END}|{unspaced}", re.IGNORECASE)


_I = r"(?:i|i['’]?m|i['’]?ve|i['’](?:d|ll)|me|we|we['’](?:re|ve|ll|d)|us|ich|wir|yo|nosotros|je|j['’]\w+|io|noi|eu|nós|ik|wij|ja|я|мы)"
FIRST = _any(_I)
OF_USER = _any(_I, "my|mine|myself|our|ours|user")
_KIN = "|".join(word for word, kind in KIN_CLASS.items() if kind not in ("colleague", "professional"))
OF_ONES_OWN = re.compile(
    rf"(?:^|[\"“:]\s?)(?:my|our) (?:\w+ ){{0,2}}?(?P<kin>{_KIN})(?:['’]s)?\b(?! (?:\w+ )?and (?:i|me)\b)"
    r"(?!.*\b(?:me|us|my|i)\b)",
    re.IGNORECASE,
)
"""Headed by somebody of the speaker's, and in no word about the speaker."""
OF_USER_ALONE = re.compile(r"(?:the user|you|i)(?!['’])\b", re.IGNORECASE)
THIRD = _any(r"he|she|him|her|his|hers|they|them|their|s?he['’]?s")
REFERS = _any(
    r"he|she|him|her|his|hers|it|its|it['’]s|they|them|theirs?|thats|that['’]s|there",
    r"(?:this|that|these|those)(?! (?:week|month|year|morning|afternoon|evening|night|weekend|time|day|summer|winter)s?\b)",
    r"er|sie|es|das|dort|él|ella|eso|allí|il|elle|ça|lui|lei|ele|ela|isso|hij|zij|dat|daar",
)
"""Words that stand for something said just before."""
_HEADS = (
    r"(?:i|i['’]?m|i['’]?ve|we|s?he['’]?s|he|she|it|its|they(?:['’]?re)?|you|there['’]?s|thats|there"
    r"|my|our|his|the|ich|wir|mein\w*|yo|mi|je|nous|mon|ma|io|mio|eu|meu|ik|wij|mijn)"
)
BREAK = re.compile(
    r"[;:–—]| - |,? (?:but|so|because|cause|although|though|while|whereas|aber|sondern|weil|pero|sino|porque|mais|però|perché|mas|maar) "
    rf"|,(?= ?(?:if|unless|just|instead|what|how|where|why|can|could|would|do|does|should|any|right|{_HEADS}){_END})"
    rf"|,? (?:and|or|und|y|et|e|en) (?={_HEADS}{_END})",
    re.IGNORECASE,
)
"""Where a clause ends, and with it what its "not" reaches. A bare comma or "and" may join a list."""
QUOTED = re.compile(r"[\"“„«]([^\"“”„«»]{3,600})[\"”“»]|(?<!\w)['‘]([^'‘’\n]{3,600})['’](?!\w)")

DENIES = frozenset(
    "not no never none nobody nothing nowhere neither nor without cannot hardly barely dont doesnt didnt wont cant isnt arent wasnt werent "
    "havent hasnt hadnt shouldnt wouldnt couldnt aint nope nicht kein keine keinen keinem keiner nie niemals nichts ohne nunca jamás jamas "
    "nada ningún ninguna ninguno tampoco sin ne pas jamais rien aucun aucune sans non mai nessun nessuna niente senza não nem nenhum "
    "nenhuma niet geen nooit niets zonder не нет никогда ни без".split()
)
DENIES_UNSPACED = re.compile("不|没|沒|別|别|ない|ません|じゃない|ไม่")
AFTERWARDS = frozenset("nicht niet niets nichts не".split())
"""Negations that may stand behind what they deny."""

MARKS: dict[str, re.Pattern[str]] = {
    "condition": _any(
        "if|unless|provided|supposing|suppose|in case|as long as|otherwise|wenn|falls|sofern|si|se|als|mits|если",
    ),
    "jest": _any(
        r"joke|joking|jokes|kidding|jk|sarcas\w*|hypothetical\w*|imagine|pretend\w*|in theory|witz|scherz|broma|blague|plaisant\w*",
        "brincadeira|grapje|шутка|шучу",
        unspaced="开玩笑|開玩笑|冗談",
    ),
    "doubt": _any(
        r"maybe|perhaps|might|probably|possibly|(?:could|would)(?! you\b)|should|almost|nearly|not sure|unsure|thinking (?:of|about)",
        r"think about|consider\w*|plan\w*|hop(?:e|es|ing)|wish\w*|want\w*|going to|gonna|intend\w*|try(?:ing)?|tried|like to",
        "vielleicht|quizás?|tal vez|peut-être|forse|talvez|misschien",
    ),
    "end": _any(
        r"used to|no longer|any ?more|quit\w*|stop\w*|gave up|given up|giving up|former\w*|ex|previous\w*|cancel\w*|ditch\w*|dropp\w*|sold",
        "left|ended|rid of|until|till|was|were|had|aufgehört|nicht mehr|ya no|dejé|arrêté|smesso|parei|gestopt|больше не",
    ),
    "report": _any(
        r"says?|said|thinks|thought|told|tells|claim\w*|according|reckons?|believes|insists?|wants|suggests?|suggested|asks|asked|wrote|heard",
        r"rumou?r\w*|sagt|meint|dice|dijo|dit|disse|zegt",
    ),
}
"""What a sentence may be besides plainly said; a statement made of it must be so too."""
LIKES = re.compile(
    r"\b(?:lov(?:e|es|ed|ing)|likes|liked|liking|(?:i|you|we|they|who|and|also|really|do|does|did|to|still) like"
    r"|enjoy\w*|ador\w+|prefer(?:s|red)?|favou?rites?|(?:fond|fans?) of|keen on)\b",
    re.IGNORECASE,
)
DISLIKES = re.compile(
    r"\b(?:hat(?:e|es|ed|ing)|dislik\w+|detest\w*|loath(?:e|es|ed|ing)|despis\w+|(?:can ?not|can['’]?t|could ?not|couldn['’]?t) stand)\b",
    re.IGNORECASE,
)
"""Plain words of a liking and of its opposite, in which a model's text may take the one for the other."""
OWN_MIND = re.compile(r"\b(?:i|we) (?:said|thought|told|heard|asked|wrote|say|claim\w*)\b", re.IGNORECASE)
"""What the speaker reports of their own."""
TAKEN_BACK = re.compile(
    r"^\W*(?:(?:just|only|haha|lol|i['’]?m|i am|was|that was)\s+){0,3}"
    r"(?:a joke|joking|kidding|jk|not|no|nope|not really|scratch that|never ?mind|nvm)\b",
    re.IGNORECASE,
)
"""Begins a sentence that takes the one before it back."""
ASKED = re.compile(
    r"^\W*(?:(?:and|but|so|or|ok|okay|hey|hi|hm+|wait|btw|also|well)\W+){0,3}(?:(?:what|how|where|when|why|who|which)(?:['’]?s"
    r"|['’]?re)?\s+(?:is|are|do|does|did|can|could|should|would|was|were|have|has|will|the|about|if|much|many|long|often)\b|(?:what|where"
    r"|who|how)['’]?s\b|(?:do|does|did|should|is|are|am|was|were|have|has|may|shall|isn['’]?t|aren['’]?t|don['’]?t you|can|could|would"
    r"|will)\s+(?:i|we|he|she|it|they|there|the|my|our|his|this|that|these|any|anyone|someone)\b|(?:do|did|are|were|have)\s+you\b)",
    re.IGNORECASE,
)
REQUEST = re.compile(r"\b(?:can|could|would|will) (?:you|u)\b", re.IGNORECASE)

FRAME = frozenset(
    "a an the and or but so of in on at to for from by with as than then that this these those there here it its it's i im i'm ive "
    "i've id i'd ill i'll me my mine myself we we're we've us our ours you your yours he he's she she's him his her hers they them "
    "their theirs who whom whose which what when where while is isn't am are be been being was were has have having had do does did "
    "done doing will would can could should may might must shall about into over after before during up down out off just also very now "
    "more most some any each both all user users user's says said assistant assistant's if because please pls one get gets got s t d "
    "ll re ve m n't not no never cannot dont doesnt didnt don't doesn't didn't won't can't aren't wasn't weren't haven't hasn't "
    "hadn't aint ain't der die das den dem des ein eine einen einem einer und oder ist sind bin war hat habe haben ich du er sie es "
    "wir ihr mein meine meinen zu von auf für mit dass el la los las un una y o son soy era yo mi mis su sus de en para con que ha "
    "se lo le les et est sont je j' ai mon ma mes nous il elle au aux avec io mio mia e è sono ho gli di che per eu meu minha os da "
    "na em sou tenho het een ik mijn wij van op voor met dat heb heeft".split()
)
"""Words that may frame what was said; they are judged by what they do (deny, suppose, tell of whom), not by standing there."""
