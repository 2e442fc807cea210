"""What is told in other languages and scripts is kept, told and taken for another as carefully as English is; where no rule knows the
little words, both of two statements stay."""

from __future__ import annotations

import pytest

from keepsake import api
from keepsake.errors import Invalid
from keepsake.flows.knowledge import memories
from keepsake.records import Event, Memory, Validity
from keepsake.rules.recall import grouping
from keepsake.rules.recall.fusion import Candidate
from local.in_memory import scope
from tests.builders import DAY, NOW, event, fact
from tests.world import World

RUSSIAN = (
    "Я люблю крепкий кофе. Я играю на скрипке. Я боюсь высоты. Я езжу на велосипеде. Я коллекционирую марки. Я не "
    "ем рыбу. Я учу японский язык. Я пишу стихи. Я смотрю футбол. Я держу двух кошек. Я пью зелёный чай. Я хожу в "
    "горы. Я читаю фантастику. Я пеку хлеб. Я сажаю помидоры. Я плаваю по утрам. Я слушаю джаз. Я рисую акварелью. "
    "Я шью платья. Я катаюсь на лыжах. Я вяжу свитера. Я ловлю раков"
)
CHINESE = (
    "我喜欢浓咖啡. 我拉小提琴. 我怕高的地方. 我骑自行车. 我收集邮票. 我从来不吃鱼. 我在学日语. 我喜欢写诗. "
    "我看足球赛. 我养两只猫. 我喝绿茶. 我去爬山. 我读奇幻小说. 我烤面包. 我种番茄. 我早上游泳. 我听爵士乐. "
    "我画水彩画. 我缝裙子. 我冬天滑雪. 我织毛衣. 我周末钓鱼"
)


@pytest.mark.parametrize("told", [RUSSIAN, CHINESE])
def test_no_prune_takes_different_statements_for_one(told: str) -> None:
    world = World()
    statements = [s.strip() for s in told.split(".")]
    for number, statement in enumerate(statements):
        world.tell(f"{statement}.", event_id=f"m{number}", at=NOW + number * DAY)
    world.upkeep()
    kept = [m for m in world.memories() if m.validity is Validity.ACTIVE]
    assert len(kept) == len(statements)


def after(first: str, second: str) -> dict[str, Memory]:
    world = World()
    world.tell(f"{first}.", event_id="m1")
    world.tell(f"{second}.", event_id="m2", at=NOW + DAY)
    return {m.content.raw.rstrip("."): m for m in world.memories()}


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Ich arbeite bei Siemens als Ingenieurin", "Ich arbeite bei Siemens als Ingenieurin in Teilzeit"),
        ("Ich mag Kaffee", "Ich mag keinen Kaffee"),
        ("Je ne mange pas de porc", "Je mange du porc"),
        ("Я люблю кофе", "Я не люблю кофе"),
        ("Я живу в Риме", "Я живу в Милане"),
        ("我住在柏林", "我住在慕尼黑"),
    ],
)
def test_statement_that_says_otherwise_or_more_is_no_proof_of_the_first(first: str, second: str) -> None:
    left = after(first, second)
    assert {t.rstrip("。"): m.event_ids for t, m in left.items()} == {first: ("m1",), second: ("m2",)}


@pytest.mark.parametrize("said", ["Я живу в Риме с братом", "我住在柏林的一间小公寓", "Ich wohne in Graz mit meinem Bruder"])
def test_the_same_words_again_are_proof(said: str) -> None:
    (held,) = after(said, said).values()
    assert (held.event_ids, held.reinforcements) == (("m1", "m2"), 1)


def _own(memory: Memory) -> Memory:
    structured = memory.content.structured | {"said_by": "user"}
    return memory.model_copy(update={"content": memory.content.model_copy(update={"structured": structured})})


def test_event_that_says_more_than_its_fact_is_told_beside_it() -> None:
    said = event(event_id="m1", content="Я живу в Берлине. Ключ от дачи лежит под синим горшком.")
    held = _own(fact("Я живу в Берлине", event_ids=("m1",)))
    kept = grouping.group([(Candidate(r.key, {}, {}, 1.0, 0.6), r) for r in (said, held)]).kept
    assert {type(r) for _, r in kept} == {Event, Memory}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("moving", ["I moved to Rome"]),
        ("Москва", ["Моя сестра любит город Москва"]),
        ("her", ["Ann says that her boat leaks"]),
        ("boats", ["Ann says that her boat leaks"]),
        ("東京", []),
        ("now", []),
    ],
)
def test_text_selects_what_holds_its_words(text: str, found: list[str]) -> None:
    told = ("I moved to Rome", "Моя сестра любит город Москва", "Ann says that her boat leaks")
    held = [fact(t, memory_id=f"f_{n:012x}") for n, t in enumerate(told)]
    wanted = memories.selecting(scope(session_id=None), api.ListQuery(text=text))
    assert [m.content.summary for m in held if wanted(m)] == found


def test_text_without_a_word_selects_nothing_and_says_so() -> None:
    with pytest.raises(Invalid, match="no word"):
        memories.selecting(scope(session_id=None), api.DeletionQuery(text="!!!"))
