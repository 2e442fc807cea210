"""A chat model that answers by script: an OpenAI-compatible endpoint that gives a labelled conversation's own labels as claims.

    python -m bench.scripted_model PORT chat.json [negation=0.2,word=0.1,...]

With it the chat model's path is played without a model (`python -m bench.chat --in-memory --scripted-model`, or a stack brought up with
OPENAI_BASE_URL=http://127.0.0.1:PORT/v1 CHAT_MODEL=scripted). On demand it lies in known ways, each at a rate, and remembers every lie:

negation  leaves a negation out           merge     makes one claim of two turns' facts
word      adds a word that nobody said    evidence  cites another event of the request
json      answers with half a JSON object join      makes one claim of two facts of a turn; true where one sentence says both
change    says that a statement replaces another one, whichever

Which statement changes which it looks up in answers that were recorded for these conversations, [{"new": ..., "known": ..., "kind":
"replaces"}, ...] by the words of both (`--judged FILE`); without them in the labels of changes, by their key words. What neither tells it
answers as a careful model would: nothing to consolidate or to prune, a summary in its facts' own words.
"""

from __future__ import annotations

import json
import math
import random
import re
import sys
import threading
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from bench.cost import CHARACTERS_PER_TOKEN
from local import models

Row = dict[str, Any]
MODEL = "scripted"
WORDED = ("negation", "word", "merge", "join", "evidence")
LIES = (*WORDED, "json", "change")
INVENTED = ("Zanzibar", "velociraptor", "trombone", "Vladivostok", "marzipan")
SEED = 7
_EVENT = re.compile(r"^\[(\d+|-)\] \(\d{4}-\d\d-\d\d \w+\) [^:\n]{1,80}: ", re.MULTILINE)
_STATEMENT = re.compile(r"^(K|N)(\d+) \(\d{4}-\d\d-\d\d\) \[[^\]\n]*\] (.+)$", re.MULTILINE)
_FACT = re.compile(r"^\[(\d+)\] \(\d{4}-\d\d-\d\d\) (.+)$", re.MULTILINE)
_NEGATION = re.compile(r"\b(?:not|no|never|without|no longer|dont|doesnt|cannot)\b ?|n['’]t\b", re.IGNORECASE)


class Lie(NamedTuple):
    kind: str
    content: str
    cited: tuple[str, ...]
    """The texts of the events that it cites."""


@dataclass(slots=True)
class Script:
    """What is answered, and what that would have cost."""

    labels: Mapping[str, Sequence[Row]]
    """By the text of the turn."""
    changes: Mapping[str, Sequence[Row]] = field(default_factory=dict)
    """The labelled changes of mind, by the text of the turn."""
    recorded: Mapping[tuple[str, str], str] | None = None
    """What a new statement does to a known one, by the words of both."""
    rates: Mapping[str, float] = field(default_factory=dict)
    """0 to 1, of each kind of lie."""
    lies: list[Lie] = field(default_factory=list)
    claims: int = 0
    judged: int = 0
    """Changes that it told."""
    calls: Counter[str] = field(default_factory=Counter)
    """By what was asked for."""
    tokens: Counter[str] = field(default_factory=Counter)
    """`read` and `written`: an estimate, by letters."""
    _chance: random.Random = field(default_factory=lambda: random.Random(SEED))

    def answer(self, body: Mapping[str, Any]) -> Row:
        """The answer of `POST /v1/chat/completions`. Raises models.Refusal."""
        schema = (body.get("response_format") or {}).get("json_schema", {}).get("schema", {})
        asked = next(iter(schema.get("properties") or {"": None}))
        text = str(body["messages"][-1]["content"])
        told = self._told(asked, text)
        if told is None:
            raise models.Refusal(400, f"The script has no answer in a form with `{asked}`.", "response_format")
        read = math.ceil(len(json.dumps(body)) / CHARACTERS_PER_TOKEN)
        written = math.ceil(len(told) / CHARACTERS_PER_TOKEN)
        self.calls[asked] += 1
        self.tokens.update(read=read, written=written)
        return {
            "id": "scripted", "object": "chat.completion", "created": 0, "model": MODEL,
            "choices": [{"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": told}}],
            "usage": {"prompt_tokens": read, "completion_tokens": written, "total_tokens": read + written},
        }  # fmt: skip

    def _told(self, asked: str, text: str) -> str | None:
        if asked == "claims":
            return self._extracted(text)
        if asked == "changes":
            return self._compared(text)
        facts = [(int(n), said) for n, said in _FACT.findall(text)]
        answers: Row = {
            "actions": [],
            "trims": [],
            "yes": True,
            "message": text.partition("<turns>")[2].removesuffix("</turns>").strip() or text,
            "sentences": [{"text": said, "fact_indexes": [n]} for n, said in facts[:3]],
            "judgements": [{"index": int(n), "score": 5} for n in re.findall(r"^\[(\d+)\] ", text, re.MULTILINE)],
        }
        return json.dumps({asked: answers[asked]}) if asked in answers else None

    def _extracted(self, text: str) -> str:
        events = _events(text)
        claims = [_claim(label, index) for index, said in events.items() for label in self.labels.get(_plain(said), ())]
        claims = [self._worded(claim, claims[n + 1 :], events) for n, claim in enumerate(claims)]
        self.claims += len(claims)
        answer = json.dumps({"claims": claims})
        if claims and self._lies("json"):
            self.lies.append(Lie("json", answer, ()))
            return answer[: len(answer) // 2]
        return answer

    def _compared(self, text: str) -> str:
        """The recorded pairs or those that a label names, and where it lies any other."""
        told = [(kind, int(n), said) for kind, n, said in _STATEMENT.findall(text)]
        known = [(n, said) for kind, n, said in told if kind == "K"]
        changes: list[Row] = []
        for new, said in ((n, said) for kind, n, said in told if kind == "N"):
            found = {n: kind for n, held in known if (kind := self._change(said, held))}
            if known and self._lies("change"):
                found[self._chance.choice(known)[0]] = "replaces"
                self.lies.append(Lie("change", said, ()))
            changes += [{"new": new, "known": n, "kind": kind} for n, kind in found.items()]
        self.judged += len(changes)
        return json.dumps({"changes": changes})

    def _change(self, said: str, held: str) -> str | None:
        if self.recorded is not None:
            return self.recorded.get((said, held))
        meant = [q for turn, some in self.changes.items() if self._is_of(said, turn) for q in some if _says(q["right"], said)]
        return "replaces" if any(_says(q["old"], held) and not _says(q["right"], held) for q in meant) else None

    def _is_of(self, said: str, turn: str) -> bool:
        return said in turn or any(_plain(label["say"]) == said for label in self.labels.get(turn, ()))

    def _worded(self, claim: Row, others: Sequence[Row], events: Mapping[int, str]) -> Row:
        """The claim, or the first lie in its place that falls due and can be told of it."""
        for kind in WORDED:
            if self._lies(kind) and (told := claim | self._changed(kind, claim, others, events)) != claim:
                self.lies.append(Lie(kind, told["content"], tuple(_plain(events[n]) for n in told["event_indexes"])))
                return told
        return claim

    def _changed(self, kind: str, claim: Row, others: Sequence[Row], events: Mapping[int, str]) -> Row:
        said, (index,) = claim["content"], claim["event_indexes"]
        elsewhere = [n for n in events if n != index]
        if kind == "negation" and (bare := _plain(_NEGATION.sub("", said, count=1))):
            return {"content": bare}
        if kind == "word":
            return {"content": f"{said} in {self._chance.choice(INVENTED)}"}
        other = next((o for o in others if (o["event_indexes"] == [index]) == (kind == "join")), None)
        if kind in ("merge", "join") and other:
            cited = sorted({index, *other["event_indexes"]})
            return {"content": f"{said} and {other['content']}", "event_indexes": cited}
        return {"event_indexes": [self._chance.choice(elsewhere)]} if kind == "evidence" and elsewhere else {}

    def _lies(self, kind: str) -> bool:
        return self._chance.random() < self.rates.get(kind, 0.0)


def script_of(conversations: Sequence[Row], rates: str = "", judged: Sequence[Row] | None = None) -> Script:
    """`judged` are the recorded judgements; `rates` as `negation=0.2,word=0.1`. Raises ValueError for a kind that there is not."""
    given = {kind: float(rate) for kind, _, rate in (r.partition("=") for r in rates.split(",") if r)}
    if unknown := sorted(given.keys() - set(LIES)):
        raise ValueError(f"It lies in the ways of {', '.join(LIES)}, not of {', '.join(unknown)}.")
    turns = [t for c in conversations for s in c["sessions"] for t in s["turns"]]
    return Script(
        {_plain(t["content"]): t["facts"] for t in turns if t.get("facts")},
        {_plain(t["content"]): t["corrections"] for t in turns if t.get("corrections")},
        None if judged is None else {(row["new"], row["known"]): row["kind"] for row in judged},
        given,
    )


def _says(patterns: Sequence[str] | None, text: str) -> bool:
    return bool(patterns) and all(re.search(p, text, re.IGNORECASE) for p in patterns or ())


def _claim(label: Row, index: int) -> Row:
    def first(name: str, otherwise: str) -> str:
        return str((label[name] or [otherwise])[0])

    return {
        "content": label["say"], "event_indexes": [index], "subject": first("subject", "user"), "category": first("category", "attribute"),
        "durability": first("durability", "persistent"), "importance": 0.5, "confidence": 0.9, "sensitivity": first("sensitivity", "none"),
        "entities": [], "labels": [], "slot_feature": None, "slot_value": None, "replaces": None, "correction": False, "negated": False,
    }  # fmt: skip


def _events(text: str) -> dict[int, str]:
    """The events to read, by the index that the request gives them."""
    talk = text.partition("<events>\n")[2].rpartition("\n</events>")[0]
    parts = _EVENT.split(talk)[1:]
    return {int(index): said.strip() for index, said in zip(parts[::2], parts[1::2], strict=True) if index != "-"}


def _plain(text: str) -> str:
    return " ".join(text.split())


def stored(lies: Sequence[Lie], facts: Sequence[tuple[str, Sequence[str]]]) -> Counter[str]:
    """How many lies of each kind stand in a fact. `facts`: the content of each, with the texts that it cites."""
    held = {(_plain(content).casefold(), _plain(text)) for content, cited in facts for text in cited}
    return Counter(lie.kind for lie in lies if any((_plain(lie.content).casefold(), text) in held for text in lie.cited))


class Endpoint(models.Endpoint):
    """The local run's endpoint, with a chat model beside its embeddings."""

    def __init__(self, port: int, offered: models.Models, script: Script) -> None:
        super().__init__(port, offered)
        self.script = script
        self.RequestHandlerClass = Exchange


class Exchange(models.Exchange):
    server: Endpoint

    def do_POST(self) -> None:  # noqa: N802, the name is http.server's
        if self.path != "/v1/chat/completions":
            super().do_POST()
            return
        try:
            self._send(200, self.server.script.answer(json.loads(self.rfile.read(int(self.headers["Content-Length"])))))
        except models.Refusal as refusal:
            self._send_refusal(refusal)
        except (ValueError, LookupError, TypeError):
            self._send_refusal(models.Refusal(400, "The body is no request for a chat completion."))


@contextmanager
def running(script: Script) -> Iterator[Endpoint]:
    """The endpoint in a thread of this process, on a free port."""
    with Endpoint(0, models.Models(), script) as endpoint:
        thread = threading.Thread(target=endpoint.serve_forever, daemon=True)
        thread.start()
        try:
            yield endpoint
        finally:
            endpoint.shutdown()
            thread.join()


if __name__ == "__main__":
    from bench.chat import conversations_of

    made = script_of(conversations_of(Path(sys.argv[2]), ""), sys.argv[3] if len(sys.argv) > 3 else "")
    with Endpoint(int(sys.argv[1]), models.Models(), made) as program:
        program.serve_forever()
