"""What the local run says while it works: one line per step, a moving one for long steps on a terminal."""

import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager


class LocalRunError(Exception):
    """Something outside this repository stops the local run. The text says what, and how to mend it."""


class Step:
    """One running step. `detail` is shown behind the elapsed seconds and may be set from any thread."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.detail = ""
        self.started_s = time.monotonic()

    def line(self) -> str:
        elapsed_s = time.monotonic() - self.started_s
        return f"{self.name:<44} {elapsed_s:5.1f} s  {self.detail}"


@contextmanager
def step(name: str, quiet: bool = False) -> Iterator[Step]:
    """Shows `name` with its elapsed time until the block ends. Without a terminal, a line every ten seconds."""
    running = Step(name)
    if quiet:
        yield running
        return
    ended = threading.Event()
    on_terminal = sys.stderr.isatty()

    def show() -> None:
        while not ended.wait(0.5 if on_terminal else 10):
            text = f"  .. {running.line()}"
            if on_terminal:
                print(f"\r\x1b[K{text[:110]}", end="", file=sys.stderr, flush=True)
            else:
                say(text)

    shower = threading.Thread(target=show, daemon=True)
    shower.start()
    failed = True
    try:
        yield running
        failed = False
    finally:
        ended.set()
        shower.join()
        erase = "\r\x1b[K" if on_terminal else ""
        say(f"{erase}  {'!!' if failed else 'ok'} {running.line()}".rstrip())


def say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)
