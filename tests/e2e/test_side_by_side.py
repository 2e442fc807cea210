"""Row K5: users run side by side. One user's message is not held up by another's hundred."""

from __future__ import annotations

from tests.e2e.conftest import Run


def said(count: int, about: str) -> list[dict[str, object]]:
    return [
        {"content": f"I saw the film {about} {n} with my friend Ana in Denver.", "timestamp": "2026-05-02T10:00:00Z"} for n in range(count)
    ]


def test_message_of_one_user_is_processed_while_anothers_hundred_are(run: Run) -> None:
    busy = run.scope | {"user_id": "busy", "session_id": "s1"}
    waiting = [run.api.call("POST", "/retain", busy | {"events": said(40, f"number {b}")})["batch_id"] for b in range(4)]
    assert run.settle(run.retain({"content": "I live in Denver.", "timestamp": "2026-05-02T10:00:00Z"}))["status"] == "processed"
    last = run.api.call("GET", f"/batches/{waiting[-1]}", query={"wait_s": 0})
    assert last["status"] != "processed", "the other user's batches were done first"
    assert run.settle(waiting[-1])["status"] == "processed"
