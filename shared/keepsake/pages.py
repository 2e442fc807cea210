"""Pages for people's browsers: the files of a function's folder `web`, with headers that let them run nothing and reach nothing else."""

from __future__ import annotations

import base64
import hashlib
import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

from keepsake.errors import NotFound
from keepsake.gateway import Call, Page

TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".mjs": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
}
IMPORT_MAP = re.compile(r'<script type="importmap">(.*?)</script>', re.DOTALL)
HEADERS = {
    "Cache-Control": "no-cache",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}


class File(NamedTuple):
    text: str
    content_type: str
    tag: str
    """Digest of the text, as an entity tag."""


def served(call: Call, folder: Path, name: str, *, strangers: bool = True) -> Page:
    """The file of this name, or 304 where the browser has it. Raises NotFound for any other name: a folder is listed, never walked.
    `strangers`: the page shows text of others, so that no text may become a document in it, whatever its script does."""
    file = _files(folder).get(name)
    if file is None:
        raise NotFound("There is no such file.")
    headers = HEADERS | {"ETag": file.tag}
    if file.content_type.startswith("text/html"):
        headers["Content-Security-Policy"] = policy(file.text, strangers=strangers)
    if file.tag in call.headers.get("if-none-match", ""):
        return Page("", file.content_type, headers, 304)
    return Page(file.text, file.content_type, headers)


@cache
def _files(folder: Path) -> dict[str, File]:
    found = {}
    for path in sorted(folder.iterdir()):
        if path.suffix in TYPES:
            text = path.read_text(encoding="utf-8")
            found[path.name] = File(text, TYPES[path.suffix], f'"{hashlib.sha256(text.encode()).hexdigest()[:32]}"')
    return found


def policy(page: str, *, strangers: bool = True) -> str:
    """The content security policy of a page: scripts, styles and requests of its own origin alone. The one
    script that stands in the page itself is its import map, allowed by its digest."""
    digests = [base64.b64encode(hashlib.sha256(m.encode()).digest()).decode() for m in IMPORT_MAP.findall(page)]
    scripts = " ".join(["'self'", *(f"'sha256-{d}'" for d in digests)])
    rules = {
        "default-src": "'none'",
        "script-src": scripts,
        "style-src": "'self'",
        "img-src": "'self' data:",
        "connect-src": "'self'",
        "base-uri": "'none'",
        "form-action": "'none'",
        "frame-ancestors": "'none'",
    }
    if strangers:
        rules |= {"require-trusted-types-for": "'script'", "trusted-types": "'none'"}
    return "; ".join(f"{name} {value}" for name, value in rules.items())
