"""Row R6: each kind of junk is named, and what may matter is not junk."""

from __future__ import annotations

import pytest

from keepsake.records import Role, Verdict
from keepsake.rules.intake.junk import classify

PROSE = (
    "Accept all cookies to continue. "
    + "Our editors reviewed the best shoes of the season. " * 4
    + "Subscribe to our newsletter. All rights reserved."
)


@pytest.mark.parametrize(
    ("text", "role", "verdict"),
    [
        ("Hi!", "user", "greeting"),
        ("Thanks a lot, Anna", "user", "greeting"),
        ("Nice to meet you, Otto!", "assistant", "greeting"),
        ("Good to see you again", "assistant", "greeting"),
        ("Sounds great, Otto!", "assistant", "greeting"),
        ("Nice to meet you, I'm Otto", "user", "candidate"),
        ("Hi, I'm Otto", "user", "candidate"),
        ("hello, this is Otto", "user", "candidate"),
        ("meeting tomorrow, Anna", "user", "candidate"),
        ("good morning everyone", "user", "greeting"),
        ("👍🎉", "user", "emoji"),
        ("...", "user", "emoji"),
        ("test 123", "user", "test_row"),
        ("[eval] row 17", "user", "test_row"),
        ("lorem ipsum dolor sit amet", "user", "test_row"),
        ("[INFO] agent started", "system", "lifecycle_log"),
        ("2026-05-02T10:00:00Z INFO worker ready", "system", "lifecycle_log"),
        ("Session started", "system", "lifecycle_log"),
        ("[masked:password]", "user", "secret"),
        ("my [masked:token]", "user", "secret"),
        ("By the way, my card is [masked:card] and my password is [masked:password].", "user", "secret"),
        ("Here is the code:\n```python\nprint(1)\n```", "assistant", "assistant_dump"),
        ("word " * 400, "assistant", "assistant_dump"),
        (PROSE, "user", "web_prose"),
    ],
)
def test_junk_is_named(text: str, role: str, verdict: str) -> None:
    assert classify(text, role=Role(role), event_type="message") is Verdict(verdict)


@pytest.mark.parametrize(
    "text",
    [
        "No, Friday",
        "Great, Tuesday",
        "okay I'll take the red one",
        "I test software for a living",
        "Hello, I moved to Denver",
        "The wifi password at the cabin in Aspen is [masked:password]",
        "My session with the therapist ended early today and I felt better afterwards, so I will go again",
    ],
)
def test_what_may_matter_is_a_candidate(text: str) -> None:
    assert classify(text, role=Role.USER, event_type="message") is Verdict.CANDIDATE


def test_behaviour_is_never_small_talk() -> None:
    assert classify("ok", role=Role.USER, event_type="click") is Verdict.CANDIDATE


def test_heartbeat_is_a_lifecycle_log() -> None:
    assert classify("alive", role=Role.SYSTEM, event_type="heartbeat") is Verdict.LIFECYCLE_LOG


def test_event_of_which_only_our_own_context_was_left_is_injected() -> None:
    assert classify("", role=Role.USER, event_type="message", stripped=True) is Verdict.INJECTED


@pytest.mark.parametrize("text", ["no", "Yes.", "nope", "yeah"])
def test_a_bare_answer_is_no_greeting(text: str) -> None:
    assert classify(text, role=Role.USER, event_type="message") is Verdict.CANDIDATE
    assert classify(f"{text} thanks", role=Role.USER, event_type="message") is not Verdict.CANDIDATE
