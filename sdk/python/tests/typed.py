"""What type checkers see: checked by mypy in `test_client_types`, never run."""

from collections.abc import AsyncIterator, Coroutine, Iterator
from typing import Any

from typing_extensions import assert_type

from keepsake_client import AsyncKeepsake, Keepsake, Retained, Turn, models


def blocking(k: Keepsake) -> None:
    assert_type(k.memories.pin("f_1"), models.MemoryView)
    assert_type(k.memories.list(kind="fact"), Iterator[models.MemoryView])
    assert_type(k.memories.update("f_1", "new"), models.MemoryView)
    assert_type(k.memories.delete("f_1"), None)
    assert_type(k.retain("hello", wait=True), Retained)
    assert_type(k.recall("q").memories[0].content, str)
    assert_type(k.sessions("s1").working.list().items[0].salience, float)
    assert_type(k.sessions("s1").state.list(), Iterator[models.StateView])
    assert_type(k.users.erase("u1"), models.ReceiptView)
    assert_type(k.items.namespaces(), Iterator[tuple[str, ...]])
    assert_type(k.scoped(user_id="bob"), Keepsake)
    with k.remember("hi", session_id="s1") as turn:
        assert_type(turn, Turn)
    k.memories.pin()  # type: ignore[call-arg]
    k.memories.pin("f_1", user="bob")  # type: ignore[call-arg]
    k.memories.pin("f_1", user_id=5)  # type: ignore[arg-type]
    k.memories.list(colour="red")  # type: ignore[call-arg]
    k.recall("q", kinds=["nonsense"])  # type: ignore[list-item]
    k.retain({"role": "user"})  # type: ignore[arg-type]
    _ = k.recall("q").nonsense  # type: ignore[attr-defined]


async def awaiting(k: AsyncKeepsake) -> None:
    pinning: Coroutine[Any, Any, models.MemoryView] = k.memories.pin("f_1")
    await pinning
    assert_type(await k.memories.pin("f_1"), models.MemoryView)
    assert_type(k.memories.list(), AsyncIterator[models.MemoryView])
    assert_type([m async for m in k.memories.list()], list[models.MemoryView])
    assert_type(await k.retain("hello", wait=True), Retained)
    assert_type((await k.sessions("s1").context()).tokens, int)
    async with k.remember("hi", session_id="s1") as turn:
        assert_type(turn, Turn)
    await k.memories.pin("f_1", user="bob")  # type: ignore[call-arg]
    _ = k.memories.pin("f_1").pinned  # type: ignore[attr-defined]
