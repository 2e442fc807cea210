"""Rules for what somebody does: beliefs, plans, tasks, constraints, habits and events. See `patterns` for how they are read."""

from __future__ import annotations

from keepsake.rules.reading.patterns import (
    ATTRIBUTE,
    IDENTITY,
    PREFERENCE,
    PROFESSION,
    READ,
    RELATIONSHIP,
    STATED,
    TOLD,
    C,
    D,
    Rule,
    rule_table,
)

BELIEF = rule_table(
    ("believes", r"(?:(?:firmly|strongly|truly|really|honestly) )*(?:thinks?|believes?|feels?(?= (?:that|like)\b)|reckons?|{be} "
        r"convinced|{be} of the opinion|holds?(?= that)|{be} (?:sure|certain)(?= that)) (?:that |like )?(?!(?:so|about|of|you|your"
        r"|it is (?:great|so)|I (?:am|was|will|might|should|need|want|can|could|would))\b){value}", C.BELIEF, D.PERSISTENT, 0.5, "", "",
        False, False, TOLD),
    ("believes_in", r"(?:(?:firmly |strongly |really )?believes? in|values?|stands? for|supports?(?= (?:the|a|gun|gay|trans|women"
        r"|equal|climate|labor|labour|democrat|republican)\b)|opposes?|votes? for|voted for|{be} (?:against|in favou?r of|for"
        r"|pro-\w+)) {not_pronoun}{value}", C.BELIEF, D.PERSISTENT, 0.5, "", "", False, False, TOLD),
    ("cares", r"cares? (?:deeply |a lot |so much )?about {value}", C.BELIEF, D.PERSISTENT, 0.5, "", "", False, False, TOLD),
)  # fmt: skip

PLAN = rule_table(
    ("seeks", r"(?:{be} (?:currently |now |also )?(?:looking|searching|hunting|shopping|in the market) for|(?:is |am |are )?after) "
        r"(?!(?:it|you|that|ward)\b){value}", C.PLAN, D.PERSISTENT, 0.65, "looking_for", "{who} is looking for {value}."),
    ("wants_thing", r"(?:wants?|needs?|would like|could use) (?P<value>(?:an? |some |new |the best |good |\w+ )?(?:[\w-]+ "
        r"){0,3}?(?:shoes|sneakers|boots|laptop|phone|computer|camera|headphones|bike|car|hotel|flight|apartment|flat|house|jacket"
        r"|coat|dress|bag|backpack|watch|tablet|monitor|chair|desk|sofa|couch|bed|mattress|gift|present|book|course|tent|tv|printer"
        r"|keyboard|mouse|guitar|restaurant|job|ticket|tickets|clothes|suit|glasses|stroller|toy|vacuum|fridge|oven|pan|knife|skis"
        r"|racket)\b.*)", C.PLAN, D.PERSISTENT, 0.65, "looking_for", "{who} is looking for {value}."),
    ("plans", r"(?:{be} (?:planning|hoping|aiming|intending|preparing|saving up|getting ready|set|determined|about|due|scheduled"
        r"|excited|looking) to|plans? (?:to|on)|hopes? to|intends? to|aims? to|{be} (?:planning|thinking (?:of|about)|considering)"
        r"|dreams? of|{be} dreaming of|cannot wait to|cannot wait for(?! (?:it|that|this)\b)|looks? forward to|{be} looking forward to"
        r"|wants? to|would (?:like|love) to"
        r"|{be} up for|{be} going to|shall|have plans to|{be} hoping|decided to|have decided to|{have} always wanted to|wish(?:es)? "
        r"to|{be} working towards?|{be} saving (?:up )?for) (?!(?:hear|see|know|say|thank|hearing|seeing|ask|check|tell|keep in"
        r"|share|be honest|be sure)\b(?: (?:it|you|how|what|that|more|if|about|your|from|them|thanks|some))?(?=\W|$)){value}", C.PLAN,
        D.PERSISTENT, 0.6, "", "", False, False, TOLD),
    ("needs_thing", r"(?:needs?|requires?) (?P<value>(?:an?|some|new) (?!(?:lot|bit|break|hand|minute|moment|while|second|sec|help"
     r"|more)\b)\w.+)",
     C.PLAN, D.PERSISTENT, 0.6, "", "", False, False, TOLD),
    ("booked", r"(?:(?:have|has|just|already) )*(?:booked|scheduled|signed up|registered|enrolled|made an? (?=appointment|reservation"
     r"|booking)"
        r"|(?:have|has) an? (?=[\w ]*\b(?:appointment|meeting|interview|exam|reservation|flight|call|date|test|deadline|surgery|checkup"
        r"|check-up|concert|wedding|conference)\b)|(?:have|has) plans (?:for|to|with)) ?{value}",
     C.PLAN, D.PERSISTENT, 0.65, "", "", False, False, TOLD),
    ("will", r"(?:will|might|may)"
     r"(?: (?:be|probably|also|definitely|likely|maybe|finally|soon|just))* (?!(?:not (?:let|allow|eat|drink|touch|go near|use|work|accept)"
     r"|see|let|keep|check it|never"
     r"|not give|not forget|definitely check"
        r"|try to keep|be (?:there|fine|great|ok))\b){value}", C.PLAN, D.PERSISTENT, 0.5, "", "", False, False, READ),
)  # fmt: skip

TASK = rule_table(
    ("must", r"(?:needs? to|{have} to|must(?! not)|should(?! not)|ought to|{be} supposed to|better|had better) (?!(?:say|admit|agree"
        r"|be (?:honest|great|so|hard|nice)|know|hear|see it|have been|(?:go|run)(?=,|$)|(?:do|try|see) (?:that|it|this))\b){value}",
        C.TASK, D.PERSISTENT, 0.5, "", "", False, False, TOLD),
)  # fmt: skip

CONSTRAINT = rule_table(
    ("cannot", r"(?:cannot|can not|must not|should not|{be} not (?:allowed|able|supposed) to|{be} unable to|could never) (?!(?:wait"
        r"|believe|imagine|resist|buy|help|stand|bear|agree|thank|complain|say|tell|remember|recall|get (?:over|enough)|stop|decide|deny"
        r"|argue"
        r"|recommend|express|lie|figure|find|think|explain|see (?:why|how)|even)\b|do (?:that|it|this|so)\b){value}", C.CONSTRAINT,
        D.PERSISTENT, 0.7, "", "",
        False, False, TOLD),
    ("abstains", r"(?:(?:do|does) not|never) (?P<value>(?:eat|eats|drink|drinks|smoke|smokes|use|uses|work|works|fly|flies|drive"
        r"|drives|take|takes|travel|travels|do|does|wear|wears|buy|buys|want|wants|accept|accepts)\b(?! (?:it|to know|to be"
        r"|you)\b).*)", C.CONSTRAINT, D.PERSISTENT, 0.7, "", "", False, False, TOLD),
    ("refuses", r"(?:(?:will|would) (?:not|never)|refuses? to) "
     r"(?P<value>(?:eat|drink|fly|drive|touch|use|wear|buy|take|go near|work|accept|let|allow|travel"
     r"|pay|stay)\b.*)", C.CONSTRAINT, D.PERSISTENT, 0.7, "", "", False, False, TOLD),
    ("avoids", r"(?:(?:try|tries) to avoid|avoids?|stays? away from|steers? clear of|{be} (?:trying to avoid|avoiding|cutting out"
        r"|off)) {not_pronoun}{value}", C.CONSTRAINT, D.PERSISTENT, 0.7, "avoids"),
    ("limit", r"(?:can only|only (?:have|has|eat|eats|drink|drinks|work|works|want|wants)|(?:can|could) (?:spend|pay|afford)) "
        r"{value}", C.CONSTRAINT, D.PERSISTENT, 0.65, "", "", False, False, TOLD),
    ("spends", r"(?:does not|do not) want to (?:spend|pay) more than {value}", C.CONSTRAINT, D.PERSISTENT, 0.75, "budget"),
    ("not_available", r"{be} (?:not available|unavailable|only available|only free|available only|busy (?=on|every)) ?{value}",
     C.CONSTRAINT, D.PERSISTENT, 0.6, "", "", False, False, TOLD),
)  # fmt: skip

PATTERN = rule_table(
    ("gave_up", r"(?:(?:have |has )?(?:quit|stopped|given up|gave up|ditched|dropped)|got off|{have} cut out) (?!(?:at|by|to|off"
        r"|in)\b)(?:my |the )?{value}", C.PATTERN, D.PERSISTENT, 0.65, "habits", "", True, True),
    ("plays", r"(?:plays?|{be} playing|practi[sc]es?|trains?|meditates?|jogs?|swims?|hikes?|cycles?|gardens?|journals?|volunteers?"
        r"|runs?|bikes?|knits?|bakes?|cooks?|surfs?|skis?|climbs?|paints?|commutes?)\b(?! (?:into|out|away|on me|a role|an? (?:big"
        r"|huge|key|important))\b) ?(?P<value>.*)", C.PATTERN, D.PERSISTENT, 0.55, "", "", False, False, TOLD),
    ("does", r"(?:smokes?|vapes?|drinks?|banks? with|listens? to|reads?|watch(?:es)?|subscribes? to|shops? at|go(?:es)? to(?= (?:my |the )?"
        r"(?:(?-i:[A-Z])|\w+ (?:church|gym|school|club|mosque|temple|synagogue|pool)\b)))(?! (?:it|that|this|them|you|your|on|up|out"
        r"|about|to)\b)"
        r" ?(?P<value>.*)", C.PATTERN, D.PERSISTENT, 0.55, "", "", False, False, TOLD),
    ("tends", r"(?:tends? to|{be} used to|{have} a habit of|{be} in the habit of|keeps? (?=\w+ing)|makes? a point of|spends? "
        r".*(?:every|each|a week|a day|on weekends)) ?{value}", C.PATTERN, D.PERSISTENT, 0.55, "", "", False, False, TOLD),
)  # fmt: skip

EVENT = rule_table(
    ("switched", r"(?:have |has )?(?:just |recently )?(?:switched|changed|moved over|migrated|went|swapped)(?: (?:my|the|our) "
        r"[\w ]+?)? from (?P<old>.+?) to {value}", C.EVENT, D.PERSISTENT, 0.6, "", "", False, True, TOLD),
    ("switched_to", r"(?:have |has )?(?:just |recently )?(?:switched|changed|migrated|swapped)(?: (?:my|the|our) [\w ]+?)? (?:over "
        r")?to {value}", C.EVENT, D.PERSISTENT, 0.6, "", "", False, True, TOLD),
    ("replaced", r"(?:have |has )?(?:just |recently )?(?:replaced|swapped|traded(?: in)?) (?P<old>.+?) (?:with|for) {value}", C.EVENT,
     D.PERSISTENT, 0.6, "", "", False, True, TOLD),
    ("ended", r"(?:have |has )?(?:just |recently )?(?:cancell?ed|called off|postponed|sold|got rid of|returned|unsubscribed from"
        r"|dropped out of|closed) {not_pronoun}{value}", C.EVENT, D.PERSISTENT, 0.6, "", "", True, True, TOLD),
)  # fmt: skip

PREDICATES: tuple[Rule, ...] = (
    *IDENTITY, *PROFESSION, *RELATIONSHIP, *ATTRIBUTE, *PREFERENCE, *CONSTRAINT, *PLAN, *TASK, *BELIEF, *EVENT, *PATTERN,
)  # fmt: skip

DIRECTIVES = rule_table(
    ("call_me", r"(?:please )?(?:call|address) me (?:as )?(?P<value>{cap}(?: {cap})*)", C.IDENTITY, D.PERMANENT, 0.85, "nickname", "{who} "
        "wants to be called {value}."),
    ("remind", r"(?:please )?(?:remind me(?= (?:to|about|that)\b)"
     r"|do not let me forget|remember|do not forget)(?: (?:to|about|that I (?:need|have) to))? "
        r"{value}", C.TASK, D.PERSISTENT, 0.6, "", "{who} wants to be reminded to {value}."),
    ("ping", r"(?:please )?(?:remind|ping|nudge|notify|alert|message|text) "
     r"me\b(?P<when>.*?)? (?:to|about|that I (?:need|have) to) {value}", C.TASK,
     D.PERSISTENT, 0.6, "", "{who} wants to be reminded of this: {value}."),
    ("stop", r"(?:please )?stop {value}", C.CONSTRAINT, D.PERSISTENT, 0.7, "", "{who} wants the assistant to stop {value}.", False, False,
     TOLD),
    ("when", r"(?:please )?(?P<noun>(?:when(?:ever)?|if) you\b[^,]{3,60}), (?:please |then )?{value}", C.PREFERENCE, D.PERSISTENT, 0.6, "",
     "{who} wants the assistant to {value} {noun}.", False, False, TOLD),
    ("answer", r"(?:please )?(?P<value>(?:answer|reply|respond|write|speak|talk|be|skip|leave out|spare)\b.+)", C.PREFERENCE,
     D.PERSISTENT, 0.6, "",
     "{who} wants the assistant to {value}.", False, False, TOLD),
    ("default", r"(?:please )?(?:use|book|choose|pick) (?P<value>.+?) for (?P<noun>.+)", C.PREFERENCE, D.PERSISTENT, 0.65,
     "default_for_{noun}", "{who} "
        "wants {value} used for {noun}."),
    ("never", r"(?:please )?(?:never|do not|do not ever) (?!(?:worry|mind|know|think|get me wrong|forget)\b){value}", C.CONSTRAINT,
     D.PERSISTENT, 0.7, "", "{who} does not want the assistant to {value}.", False, False, TOLD),
    ("avoid", r"(?:please )?(?:avoid|stay away from|no more) {value}", C.CONSTRAINT, D.PERSISTENT, 0.7, "avoids",
     "{who} wants to avoid {value}."),
    ("none", r"(?:please )?no {value}", C.CONSTRAINT, D.PERSISTENT, 0.65, "avoids", "{who} wants no {value}."),
    ("always", r"(?:please )?(?:always|make sure(?: to| that)?|be sure to|keep|stick to|only) {value}", C.CONSTRAINT, D.PERSISTENT,
     0.65, "", "{who} wants {directive}.", False, False, TOLD),
    ("use", r"(?:please )?(?:use|prefer) {value}", C.PREFERENCE, D.PERSISTENT, 0.6, "prefers", "{who} wants {value} used."),
)  # fmt: skip

FRAGMENTS = rule_table(
    ("budget", r"(?:a |my |with a )?budget(?: (?:is|of|around|about))?:? (?P<value>.*\d.*)", C.CONSTRAINT, D.PERSISTENT, 0.75, "budget",
     "{whose} budget is {value}."),
    ("limit", r"(?:and |but |for )?(?P<value>(?:no more than|at most|under|below|less than|up to|max(?:imum)?(?: of)?|around|about) "
     r"[$€£]?\d[\d.,]*k?(?: ?(?:dollars|euros|pounds|bucks|usd|eur|[$€£]))?(?: (?:a|per) \w+| total| or so)?)$", C.CONSTRAINT,
     D.PERSISTENT, 0.75, "budget", "{whose} budget is {value}."),
    ("not_too",
     r"(?:but |and )?(?:something |nothing )?(?P<value>not (?:too|very|overly|so) [\w-]+|(?<=nothing )too [\w-]+)(?: please)?$",
     C.PREFERENCE, D.PERSISTENT, 0.6, "style", "{who} prefers something {value}.", False, False, STATED),
    ("size", r"size (?P<value>\w+)$", C.ATTRIBUTE, D.PERSISTENT, 0.6, "size", "{who} needs size {value}."),
)  # fmt: skip
