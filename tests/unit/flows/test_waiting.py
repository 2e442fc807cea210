"""How long a request waits: by the clock, whatever takes the time."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from keepsake.flows import waiting


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now

    def go(self, seconds: float) -> None:
        self.now += seconds


@given(wait_s=st.floats(0, 20), look_s=st.floats(0.01, 10))
def test_wait_is_over_in_time_however_long_a_look_takes(wait_s: float, look_s: float) -> None:
    clock = Clock()
    again = waiting.within(wait_s, clock.go, clock)
    looks = 1
    clock.go(look_s)
    while again():
        looks += 1
        clock.go(look_s)
    assert wait_s <= clock.now <= wait_s + look_s + 1e-6
    assert looks <= wait_s / waiting.POLL_S + 2


def test_pauses_between_looks() -> None:
    clock = Clock()
    pauses: list[float] = []

    def pause(seconds: float) -> None:
        pauses.append(seconds)
        clock.go(seconds)

    again = waiting.within(0.6, pause, clock)
    while again():
        pass
    assert [round(p, 6) for p in pauses] == [waiting.POLL_S, waiting.POLL_S, 0.1]


def test_no_wait_is_one_look() -> None:
    assert not waiting.within(0)()
    assert not waiting.not_at_all()
