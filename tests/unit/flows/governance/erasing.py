"""Users to erase, what is left of them, and an erasure that dies at every one of its writes."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any

from keepsake.errors import Unavailable
from keepsake.flows.governance import erase
from keepsake.flows.intake.retain import retain
from keepsake.records import UserState, state_key
from keepsake.records.erasure import Receipt
from local.in_memory import scope
from tests.builders import DAY, principal, request
from tests.fakes import Dies, MemoryStore
from tests.world import World

FOREVER = 1000.0
ELSEWHERE = scope(container="shop")
OTHER = scope(user_id="u2")


def told() -> World:
    """A user in two containers, and another user of whom the same is said."""
    world = World()
    for owner in (scope(), ELSEWHERE, OTHER):
        world.tell("I live in Zebrafinchburg.", "I love cycling near Quokkavale.", owner=owner)
        retain(world.store, world.extracting, owner, request("I work in Wombatville."), f"key-{owner.pk}", world.now)
        world.extract(world.extracting.sent[-1])
        world.summarise()
        world.recall("Where in Zebrafinchburg do I live?", owner)
    world.upkeep()
    world.refresh()
    world.project()
    world.now += DAY
    return world


def asked(world: World, **fields: Any) -> Receipt:
    return erase.request(world.store, principal(), "u1", fields.get("container"), world.now)


def run(world: World, receipt: Receipt, store: MemoryStore | None = None) -> Receipt:
    places = dataclasses.replace(world.places(), store=store or world.store)
    return erase.erase(places, "acme", receipt.receipt_id, lambda: world.now, lambda: FOREVER)


def until_stopped(world: World) -> Callable[[], float]:
    """Time that runs out as soon as the user's writers are stopped."""

    def left() -> float:
        state = world.store.read([state_key(scope())]).get(state_key(scope()))
        return 1.0 if isinstance(state, UserState) and state.erasing else FOREVER

    return left


def of_user(world: World, user_id: str, container: str | None = None) -> list[str]:
    """Rows that name the user or lie in one of its partitions, unpacked; but for receipts and the empty state."""
    found = []
    for key, text in world.store.texts().items():
        row = world.store.read([key])[key]
        mine = f'"{user_id}"' in text or f"U#{user_id}" in text
        if mine and not isinstance(row, Receipt | UserState) and (container is None or f"C#{container}" in text):
            found.append(text)
    return found


def documents(world: World, user_id: str) -> int:
    return sum(d.key.pk.endswith(f"#U#{user_id}") for d in world.index.documents.values())


def deaths(world: World, follows: Callable[[Receipt], None]) -> int:
    """How often an erasure dies: at its first write, at its second, and so on, until one ends by itself. After each death the
    world is what the death left, and `follows` is to finish the work and to look."""
    full, shown = dict(world.store.rows), dict(world.index.documents)
    for at in range(1, 200):
        world.store.rows, world.index.documents = dict(full), dict(shown)
        receipt = asked(world)
        try:
            run(world, receipt, Dies(world.store.rows, at))
        except Unavailable:
            follows(receipt)
        else:
            return at - 1
    raise AssertionError("The erasure never ends by itself.")
