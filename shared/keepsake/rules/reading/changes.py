"""What a statement says of change: that something is otherwise now, what it takes the place of, or that something is over (row K4).

Only words that say so. Whether a change is clear enough to act on is decided against what is known (`knowledge/reconcile.py`).
"""

from __future__ import annotations

import re
from typing import NamedTuple

from keepsake.rules.reading.lexicon import caseless


class Change(NamedTuple):
    marked: bool = False
    """The words mark a change: "now", "actually", "no longer", "from March on"."""
    replaces: str | None = None
    """Words of what is replaced or over: "tacos" of "swap tacos for ramen"."""
    ends: bool = False
    """It says that something is over, and names nothing in its place."""
    undoes: bool = False
    """It takes the last change back: "never mind, keep it", "back to judo"."""


_NOW = (
    r"now|nowadays|these days|no longer|not anymore|any ?more|any longer|instead|actually|turns out|it turned out|as of|from now on"
    r"|going forward|from (?:now|today|tomorrow|then|next \w+|jan\w*|feb\w*|mar\w*|apr\w*|may|june?|july?|aug\w*|sept?\w*|oct\w*|nov\w*"
    r"|dec\w*|\w+day|the \d{1,4}\w{0,4})(?: \d{1,4}\w{0,4})? on(?:wards?)?|starting (?:\w+day|\w+ \d+|next|in|from)|switched|switching"
    r"|moved|changed?"
    r"|changes|update|updated|correction|sorry|i meant|meant|scratch that|went from|upgraded|downgraded|migrated|dropp(?:ed|ing)|ditched"
    r"|quit|stopped|gave up|given up|(?<!the )(?<!my )(?<!his )(?<!her )left(?! (?:arm|leg|ear|eye|hand|foot|side|knee|hip)\b)|sold"
    r"|cancell?ed|became|finally|back (?:to|on|at|in|with)|not (?!only\b"
    r"|just\b)\S+(?: \S+){0,3},? but|rather than|wrong|mistake|fixed|solved|cleared|more like(?= \D{0,3}\d)|lowered|raised to|increased to"
    r"|reduced to|down to|(?:put|went|gone|goes|moved|raised|bumped|came|come)\b[^.,;]{0,30} up to(?= (?:\d|half|twice))"
    r"|up to now|grew|joined|hired(?! (?:man|hands?|help|girl|cars?)\b)"
    r"|pivot\w*|take[ns]? over|took over|replaces?|replaced|swap|swapped|pushed|postponed|rescheduled"
    r"|(?:push|shift|move|bring|put)(?: \w+){1,4} (?:to|till|until|forward|back to)(?= (?:the )?(?:\d|next|jan|feb|mar|apr|may|jun|jul|aug"
    r"|sep|oct|nov|dec|mon|tue|wed|thu|fri|sat|sun))|(?<!\d )(?<!\b(?:the|our) )(?<!\bmy )(?:until|till)"
    r"|no more|is out|not true|was true|used to|in the end|call it"
    r"|turned out|is over|ended|ran out"
    r"|(?:took|taken|take) (?:me|him|her|us|them) off|make that|step(?:ped|s|ping)? (?:down|back) as|stood down as"
    r"|from (?:the )?\d{1,2}(?:st|nd|rd|th)?(?: of)? (?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\b(?! (?:to|until|till"
    r"|through)\b)"
    r"|since (?:yesterday|last|this|the \d{1,4}\w{0,4}|\w+day\b|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\w*\b)"
)
_MARKED = caseless(rf"(?<![\w-])(?:{_NOW}|(?:my|our|the) new \w+ (?:\w+ )?(?:is|are))(?![\w-])")
MOST_MENDING = 6
"""Words of a slip that is mended; a longer sentence that begins so is an answer."""
_MENDS = caseless(
    r"^(?:\*|(?:oops|no wait|wait no|wait(?=,)|no(?=,|\s\d)|nope|er|uh|typo|i mean|make (?:it|that)|(?:that )?should be)(?!\w))"
    r"|[\s,](?:rather|i mean|i meant)$",
)
_X = r"(?P<x>[^,;.!?]{2,60}?)"
_END = (
    r"(?=\s*(?:[,;.!?(]|$|\band\b|\bbut\b|\bso\b|\bbecause\b|\bcause\b|\bsince\b|\bthis\b|\blast\b|\bin (?:\d|january|february|march"
    r"|april|may|june|july|august|september|october|november|december)|\b\d+ \w+ ago\b|\bfor\b|\bnow\b|\bbc\b|\bas\b|\bwhen\b|\bthing\b))"
)
_OVER = (
    r"(?:(?:has|have|had|just|finally|recently|already|we['’]ve|i['’]ve|weve"
    r"|ive)\s+){0,2}(?:(?<![\w'’] )(?<![\w'’-])off(?= [\w ]{2,30}\b(?:completely|altogether|entirely|for good|since|now)\b)"
    r"|ditched|dropped|dropping|quit|stopped|(?:gone"
    r"|went|going|i['’]?m|im|we['’]?re) off(?! (?:to|on)\b)|not into|gave up|given up|giving up|got rid of|get rid of|getting rid of"
    r"|cancell?ed|abandoned"
    r"|retired|scrapped|binned|(?:took|taken|take) (?:me|him|her) off|(?:came|come|comes) off|weaned off|sold|(?<=\bi )left|(?<=\bwe )left"
    r"|(?<=\bhe )left|(?<=\bshe )left|(?<=ve )left|leaving|finished with|moved (?:away"
    r"|off) (?:from )?|switched (?:away )?from|moving away from|phased out|no longer (?:use|using|on|at|in|with|work(?:ing)? (?:at|for|in)"
    r"|have|do|doing|eat|eating|drink|drinking|take|taking|need|want|play|live in|a|an)?|(?:don['’]?t|doesn['’]?t|not)"
    r" (?!(?:know|think|care|get|see|feel|understand|remember|mind|even|really|have to|want to|need to)\b)\w+(?: (?:at|for|in|on|with|to"
    r"|above|below|near|by|as))?(?= [^,;.!?]{2,60}(?:any ?more|any longer|no more)))"
)
_REPLACES = tuple(
    caseless(pattern)
    for pattern in (
        r"\b(?:sold|rehomed) (?:the|my|our|his|her) (?P<x>[\w' -]{2,40}?) (?:to|on|for|at) \S",
        r"\b(?:(?:quit|left|lost|resigned from) (?:my |the |her |his )?(?:old )?(?:job|position|role|work) (?:at|with"
        r"|for)|(?:handed in|gave|put in|given) (?:my |her |his )?(?:two weeks['’]? )?notice (?:at|to)|(?:laid off|fired) (?:by|from"
        r"|at)) (?P<x>[\w&' -]{2,40}?)(?=$|[,;.]| and\b| last\b| in\b)",
        r"(?:^|, |\bmy )(?P<x>(?-i:[A-Z])\w+|(?:dog|cat|horse|rabbit|grand\w+|mother|father|mum|mom|dad|uncle|aunt)(?: \w+)?) (?:has "
        r"|have |just )?(?:died|passed away|passed (?=on \w+day|(?:last|this) |yesterday))\b",
        rf"(?<!that )(?<!who )(?<!which )\bused to {_X}{_END}",
        rf"\bnot (?!only\b|just\b|sure\b)(?:on |at |in |the |a |an )?{_X},? but\b",
        rf"^(?:no,? )?not (?:on |at |in |the |a |an )?{_X},",
        r"(?<!\w)[\w.:%€$£-]{0,30}\d[\w.:%€$£-]{0,30},? not (?:on |at |in |the |a "
        r"|an )?(?P<x>[\w.:%€$£-]{0,30}\d[\w.:%€$£-]{0,30}(?: [\w.:%€$£-]{1,30}){0,2})$",
        r"(?<=\w), not (?P<x>[^,;.!?]{2,40}),",
        r"^(?:(?:it|that)['’]?s|its) (?:(?:in|on|at|the|with) )?(?!\w+ly\b|(?:just|still|also|prob|even) )[\w'-]{2,30}(?: [\w'-]{2,30})?,? "
        r"not (?:in |on |at |the |with )?(?P<x>[\w'-]{2,30}(?: [\w'-]{2,30})?)$",
        r",(?: i mean,)? not (?:on |at |in |the |a |an )?(?P<x>\w[\w' -]{1,30})$",
        rf"\b(?:instead of|rather than|in place of)\s+{_X}(?:(?=\s+(?:i|we|he|she|they)\b)|{_END})",
        r"\b(?:swap(?:ped)?|replaced?|exchanged?|substituted?|change|traded?(?: in)?)\s+(?:the |my |our )?(?P<x>[^,;.!?]{2,40}?)\s+(?:for"
        r"|with|by|to|into)\b",
        rf"(?:^|[,.;:]\s|\b(?:and|so|but|pls|please)\s)(?:scratch|scrap|forget(?: about)?|ignore|skip|drop|undo|lose|bin"
        rf"|never ?mind)\s+(?:what i (?:said"
        rf"|told you) )?(?:the |that |my |about )?(?!that\b|it\b|this\b|about it\b){_X}{_END}",
        r"\b(?:up|down|gone|raised|lowered|increased|reduced|cut|risen|dropped|fell|fallen|rose|grown|put) (?:\w+ ){0,3}?from"
        r" (?P<x>[£$€]?\d[\d.,]{0,9}[%€$£]?(?: ?(?!to\b)[a-z]{1,10})?) to [£$€]?\d",
        r"\b(?:step(?:s|ped|ping)?|stood|stand(?:s|ing)?) (?:down|back) (?:as|from(?: being)?) (?:the |our |a )?(?P<x>[^,;:.!?]{2,40})",
        r"\b(?:went|switched|changed|moved|upgraded|downgraded|migrated|going|switching"
        r"|moving)\s+(?:\w+ )?from\s+(?P<x>[^,;!?]{1,40}?)\s+(?:to|over to|into)\b",
        rf"\b{_OVER}\s+(?:on (?!call\b)|at |in |the |my |our |a |an )?{_X}{_END}",
        r"^(?:turns out |apparently |actually )?(?:the |that |my )?(?P<x>[^,;.!?]{2,40}?)(?: thing| part| bit| stuff)? (?:was|were|is"
        r"|are) (?:a |just a |all )?(?:wrong|mistake|not true|untrue|incorrect|false|a misunderstanding|outdated|too \w+|over|cancell?ed"
        r"|off now|gone|history|out)(?![\w-])",
        r"\b(?P<x>[\w' -]{2,30}?) (?:do|does|did)(?:n['’]?t| not) (?:work|fit|suit|apply|count|hold) (?:for \w+ )?(?:any ?more|now)\b",
        r"\bdid(?:n['’]?t| not) \w+ (?:on |in |at |to )?(?P<x>\w+(?: \w+)?),",
        r"\b(?:not|n['’]t|never) (?:be )?(?:going|go|coming|come|doing|do|taking|take|having|have|getting|get|moving|move)(?: (?:to|on"
        r"|in|at|with|for))? (?P<x>[^,;.!?]{2,40}?) after all\b",
        r"\b(?:is|are)(?:n['’]?t| not) (?:on |at |in |the |a )?(?P<x>[^,;.!?]{2,40}?) (?:any ?more|any longer),? (?:it|they|but)\b",
    )
)
_ENDS = caseless(
    rf"\b(?:{_OVER})|\b(?:any ?more|any longer|no more|is (?:out|gone|over|off|off now|cancell?ed|dead)(?! [a-z])|(?:got|was"
    rf"|been) cancell?ed|passed away|died|(?<!that )(?<!who )(?<!which )used to|broke up|split up|got divorced|was wrong|not true)\b",
)
_INSTEAD = caseless(
    r"(?:,|\band\b|\bbut\b)(?: \S+){1,8} (?:now|these days)\b|\w instead$|\b(?:now|instead|but|joined|moved to|switched to|using|went to"
    r"|going after|its all|it['’]?s|we use|i use|i want|wants?|back (?:to|on|at)|for|and (?:bought|got|took up|started|began"
    r"|moved))\b.{0,80}\w",
)
_INTO = caseless(r"^(?!used to\b)\S+ (?:\S+ ){0,6}?(?:to|for|with|into|by) \S")
_UNDOES = caseless(
    r"^(?:(?:actually|ok|okay|oh|no|wait|hmm|sorry)[\s,]+){0,2}(?:scratch that|never ?mind|nvm|forget (?:that|it|about (?:that|it))"
    r"|undo that|ignore that|on second thought|changed my mind)\b|\b(?:back (?:to|on|at|with|in)|reverted?|keep it|as before|like before"
    r"|as it was|after all)\b",
)
_PAST_LIFE = caseless(
    r"\b(?:in (?:my|our) old|back (?:in|then|when)|years ago|as a (?:kid|child|teen\w*|student)|when i was|in the past|formerly"
    r"|previously|growing up)\b",
)
_UNSURE = caseless(
    r"\b(?:maybe|perhaps|might|may be|not sure|unsure|probably|possibly|i (?:think|guess|suppose|believe|assume)|i['’]?m thinking"
    r"|im thinking|thinking (?:about|of)|considering|supposedly|dunno|idk|could be|seems?|should be|hopefully|if|unless|would)\b|\?",
)


_NOT_SO = re.compile(
    r"\b(?:not|never|(?:have|has|had|did|is|was|are|were|ca|wo|would|could)n['’]?t)(?: (?:yet|actually|even|really))?\s+$", re.IGNORECASE
)
"""Stands before an end that is denied: "I haven't dropped it"."""
_NOT_YET = re.compile(
    r"\b(?:(?:wants?|wanted|would like|['’]d like|tempted|threatens?|threatened|hopes?|hoping) (?:me |us |him |her |them )?to"
    r"|thinking (?:of|about)|considering|might|(?<!\bin )(?<!\blast )(?<!\bsince )(?<!\d )may|could)(?: \w+ly)?\s+$",
    re.IGNORECASE,
)
"""Before one that is wished for or weighed: "she wants to quit"."""


def change(text: str) -> Change:
    """What the words of one statement say of change; all unset for one that says nothing of it."""
    over = next((m for p in _REPLACES if (m := p.search(text)) and not _is_unsaid(text, m)), None)
    into = over is not None and bool(_INTO.search(text[over.start() :]))  # "from knitting to crochet" ends nothing but for what comes
    replaced = _bare(over["x"]) if over else None
    undoes = bool(_UNDOES.search(text))
    marked = bool(replaced) or undoes or bool(_MARKED.search(text)) or (len(text.split()) <= MOST_MENDING and bool(_MENDS.search(text)))
    ends = (
        not into
        and any(not (_NOT_SO.search(text[: m.start()]) or _NOT_YET.search(text[: m.start()])) for m in _ENDS.finditer(text))
        and not _INSTEAD.search(text[over.end() :] if over else text)
    )
    return Change(marked, replaced, ends, undoes)


def _is_unsaid(text: str, over: re.Match[str]) -> bool:
    """It is denied that it is over, or only wished for or weighed that it were given up."""
    before = text[: over.start()]
    return bool(_NOT_SO.search(before)) or bool(_GIVES_UP.match(over[0].lstrip()) and _NOT_YET.search(before))


_GIVES_UP = re.compile(r"(?:quit|leav|giv|stop|sell|drop|retir)", re.IGNORECASE)


def _bare(words: str) -> str | None:
    text = re.sub(
        r"^(?:(?:the|a|an|my|our|that|this|to|on|at|in|use|using|being|also|all)\s+){1,3}", "", words.strip(" \"'’"), flags=re.IGNORECASE
    )
    text = re.sub(
        r"\s+(?:thing|stuff|part|bit|rule|policy|any ?more|any longer|no more|at all|completely|altogether|entirely|for good|now)$",
        "",
        text,
        flags=re.IGNORECASE,
    ).strip()
    if text.lower() in _NOTHING:
        return None
    text = re.sub(r"^no-(?=\w)", "", text, flags=re.IGNORECASE)
    return text if len(text) >= 2 or text.isdigit() else None


_NOTHING = frozenset(
    "it that this there they them these those he she i we you what which things thing something everything anything all"
    " next last then now later before after yet today tomorrow yesterday".split()
)


def past_life(text: str) -> bool:
    """Tells of what was once; nothing that holds now is changed by it."""
    return bool(_PAST_LIFE.search(text))


def unsure(text: str) -> bool:
    """Hedged, conditional or guessed: it is kept as said, and nothing is done for it."""
    return bool(_UNSURE.search(text))
