"""Credentials as code, configuration, commands and addresses write them: by families, not by makers (row R7).

Every repetition is bounded or possessive, so that a text is read in a time that grows with its length alone.
"""

from __future__ import annotations

import re
from typing import NamedTuple


class Family(NamedTuple):
    """What is masked is the one group that matched, or the whole where a family has none. One of `needs` stands in every text that holds
    one."""

    kind: str
    pattern: re.Pattern[str]
    needs: tuple[str, ...]


_QUOTED = r"""(?:"([^"\s]{4,200})"|'([^'\s]{4,200})'|`([^`\s]{4,200})`)"""
_BARE = r"""([^\s"'`,;<>()\[\]{}&|]{4,200}+)"""
_NAME = (
    r"(?:pass(?:word|wd|phrase|code)|pwd|secret|token|(?:api|access|license|licence|account|private|secret|signing|master|app|service)"
    r"[_.-]?key|[_.]pat|crumb)"
)

PREFIXED = re.compile(
    r"""(?x)(?<![A-Za-z0-9])(?:
        (?:AGE-SECRET-KEY-1|NRA[AKL]-|NRAL-|PMAK-|PMAT-|rubygems_|shp(?:at|ca|pa|ss|tka)_|sgp_|sq0(?:atp|csp|idp)-|sqOatp-
          |hv[sbr]\.|do[opr]_v1_|dapi(?=[0-9a-f]{32})|dckr_(?:pat|oat)_|hf_|gsk_|tvly-|fc-(?=[0-9a-f]{32})|figd_|figo_|lin_api_|ntn_
          |npm_|xapp-|sntry[sup]_|whsec_|glsa_|glc_|dp\.(?:pt|st|ct|sa|scim|audit)\.|ATATT3x|ATCTT3x|pul-|rdme_|tfp_|r8_|sbp_|phc_
          |phx_|lsv2_(?:pt|sk)_|jina_(?=[0-9a-f]{32})|pcsk_|vcp_|EAACEdEose0cBA|cio(?=[A-Za-z0-9]{32}(?![A-Za-z0-9]))|CFPAT-|shippo_(?:live|test)_|live_(?=\d)|oy2(?=[a-z0-9]{43}(?![a-z0-9])))
        (?=[A-Za-z0-9_.=-]{0,60}\d)[A-Za-z0-9_.=-]{16,400}+
        | [A-Za-z0-9]{36}NRAL
    )(?![A-Za-z0-9])"""
)
"""A maker's own opening and a long body."""

HASHED = re.compile(
    r"\$(?:[1-9y]|2[abxy]|apr1|gy|md5|sha1|krb5[a-z]{2,8}|argon2[a-z]{1,2}|pbkdf2(?:-[a-z0-9]{2,10})?|scrypt)\$[A-Za-z0-9./=+,$*@:_-]{20,8000}+"
)
"""Passwords as systems store them: `$2a$12$...`, `$krb5tgs$23$...`."""

ADDRESS = re.compile(r"""://[^\s:/?#@\[\]"'<>]{0,128}:([^\s@/"'<>\[\]{}$()]{1,256})@(?=[\w%\[.-])""")
"""`scheme://user:password@host`."""

WEBHOOK = re.compile(
    r"(?i)https://[\w.-]{1,100}/(?:api/|services/)?(?:webhooks?|hooks)/((?=[\w@/.-]{0,200}?\d[A-Za-z0-9]{11})[\w@/.-]{20,400}+)"
)

ASSIGNED = re.compile(
    rf"""(?ix)(?P<glued>(?<=[\w$.>'"-]))?{_NAME}["'`]?
        (?: \s{{0,8}}(?:[!=:]?==?|=>|:|->) \s{{0,8}}(?:{_QUOTED}|(?(glued)(?=[^\s,;]{{0,100}}[\d!@#$%^*]){_BARE}|(?!)))
          | (?<=["']),\s{{0,8}} (?=["']{{1,2}}[^"'\s]{{0,60}}\d)["']?{_QUOTED}
          | \s{{1,8}}value\s{{0,3}}=\s{{0,3}} {_QUOTED} )"""
)
"""A name that is, or ends in, what it holds, as `AdminPassword: "..."`, `fbApiKey = '...'`, `<add key="FromPassword" value="..."/>`."""

QUOTED = re.compile(rf"(?i)\b(?:password|passwd|passphrase|secret)(?:\s{{1,8}}|\s{{0,8}}[!=:]==?\s{{0,8}}){_QUOTED}")
"""`password "..."`, without a sign between: build files."""

LONG_KEY = re.compile(
    r"""(?i)(?:key|login|apikey|secret|pat)["']?\s{0,8}(?:[=:,]|:=)\s{0,8}["']{1,2}((?=[a-z0-9+/=_]{0,60}\d)[a-z0-9+/=_]{20,200}+)["']"""
)
"""A key by its length, where the name alone says little: `config.key = "..."`."""

ARGUMENT = re.compile(
    r"""(?i)(?:Credentials?|DirectoryEntry|BasicAuth|HTTPBasicAuth|authenticate|login)\(\s{0,40}"""
    r"""(?:(?:"[^"\n]{0,200}"|'[^'\n]{0,200}')\s{0,40},\s{0,40}){1,2}(?:"([^"\n]{1,200})"|'([^'\n]{1,200})')\s{0,40}[,)]"""
)
"""`NetworkCredential("user", "...")`: the last of the texts in a call that logs in."""

FLAG = re.compile(
    rf"""(?ix)(?<![\w-])--?(?:[a-z-]{{0,30}}(?:password|passwd|passphrase|token|secret|api-?key|access-?key)|pwd)
        (?:\s{{1,4}}|=)(?!-)(?:{_QUOTED}|{_BARE})"""
)
"""`--password ...`, `-Password ...`, `--api-key ...`."""

FLAG_AFTER_USER = re.compile(
    rf"""(?ix)(?<![\w-])(?:-u|--user(?:name)?|sshpass)(?:\s{{0,4}}=?(?!-)\S{{1,100}}+)?\s{{1,4}}-p(?:\s{{1,4}}|=|(?=[^\s-]))(?!\d{{1,5}}(?::|\s|$))(?:{_QUOTED}|{_BARE})"""
)
"""`-u name -p ...`; a `-p` alone is a port or a path."""

USER_AND_PASSWORD = re.compile(
    r"""(?i)(?:(?<![\w-])(?:-u|--user)[ =]["']?[\w.@\\-]{1,64}:((?!\d{1,8}\b)[^\s"':\[]{4,200}+)"""
    r"""|\blogin\s{1,8}\S{1,100}\s{1,8}password\s{1,8}(\S{3,200}+))"""
)
"""`curl -u name:...` and the two words of a netrc file."""

HEADER = re.compile(
    r"""(?i)\b(?:authorization|x-api-key|x-auth-token|[\w-]{0,30}crumb)(?:["']?\s{0,4}[:=]\s{0,4}["']?|["']\s{0,4},\s{0,4}["'])(?:(?:basic|bearer|token|digest|apikey)\s{1,4})?"""
    r"""((?=[^\s"',;]{0,60}\d|[^\s"',;]{0,60}=)[^\s"',;]{8,400}+)"""
)

FAMILIES = (
    Family("token", PREFIXED, ()),
    Family("hash", HASHED, ("$",)),
    Family("password", ADDRESS, ("://",)),
    Family("token", WEBHOOK, ("hook", "HOOK", "Hook")),
    Family("token", HEADER, (":", "=", ",")),
    Family("password", ARGUMENT, ("(",)),
    Family("password", FLAG, ("-",)),
    Family("password", FLAG_AFTER_USER, ("-p", "-P")),
    Family("password", USER_AND_PASSWORD, (":", "assword")),
    Family("password", ASSIGNED, ("=", ":", ",")),
    Family("password", QUOTED, ('"', "'", "`")),
    Family("key", LONG_KEY, ('"', "'")),
)
_EMPTY = frozenset("true false null none nil undefined required optional string text yes no not-set xxx incorrect changeit".split())
_STANDS_FOR_ONE = re.compile(
    r"(?i)(?:your|my|the|an?)[_-]\w{0,60}+$|<|\$?\{\{|your|\w{1,40}_(?:password|token|secret|key)$|x{4,}+$|\*+$|[\W_]+$|(?:process|os|env|request|req|self|args|config|secrets)\b[.\[(]"
)
"""The name of what belongs there, a variable of the language, or signs alone."""


def span(match: re.Match[str]) -> tuple[int, int]:
    """Where in the text the credential stands."""
    return match.span(match.lastindex or 0)


def is_credential(value: str, following: str = "") -> bool:
    """Whether what stands in a credential's place may be one, and is no word of the language, no name for it and no call."""
    return value.lower() not in _EMPTY and not _STANDS_FOR_ONE.match(value) and following not in ("(", "[")
