"""The contract of `Index`, held by a real OpenSearch node and by the tests' own stand-in."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from opensearchpy import OpenSearch

from keepsake.adapters.opensearch import SearchIndex
from keepsake.errors import Invalid, Unavailable
from keepsake.ids import Key
from keepsake.ports import Document, Index, Leg, Owner, Write
from keepsake.records import AccessControl, Embedding, Event, Memory, Status, Validity, Visibility
from keepsake.rules.indexing import documents, tellable
from keepsake.rules.knowledge import marks
from tests.builders import DAY, NOW, event, fact, scope, slot
from tests.fakes import MemoryIndex
from tests.waiting import until
from tests.world import World

OWNER = Owner("acme", "default", "default", "u1")
WORDS = Leg("event_words", ("event",), text="denver")


def search_index(url: str, alias: str, dimension: int = 2) -> SearchIndex:
    client = OpenSearch(hosts=[url], timeout=20)
    return SearchIndex(client, alias, model="test", dimension=dimension, analyzer="english", shards=3)


@pytest.fixture(params=["opensearch", "memory"])
def index(request: pytest.FixtureRequest) -> Iterator[Index]:
    if request.param == "memory":
        made: Index = MemoryIndex(2)
    else:
        made = search_index(request.getfixturevalue("opensearch_url"), f"test-{uuid.uuid4().hex[:8]}")
    made.prepare()
    yield made
    made.drop()


def shown(record: Event | Memory, *vectors: list[float], **fields: Any) -> Document:
    made_by = Embedding(model="test", dimension=2)
    document = documents.document(documents.with_vectors(record, made_by, vectors) if vectors else record, None, made_by)
    return replace(document, version=fields.pop("version", document.version), fields=document.fields | fields)


def taken(index: Index, document: Document) -> bool:
    try:
        index.write([document])
    except Unavailable:
        return False
    return True


def keys(index: Index, leg: Leg, owner: Owner = OWNER) -> list[Key]:
    return [hit.key for hit in index.search(owner, [leg])[0]]


def test_written_document_is_found_by_words_vector_and_sentence(index: Index) -> None:
    index.write([shown(event(), [1.0, 0.0], [0.0, 1.0])])
    found = index.search(
        OWNER,
        [
            WORDS,
            Leg("event_window", ("event",), vector=[1.0, 0.0]),
            Leg("event_sentences", ("event",), vector=[0.0, 1.0], nested=True),
        ],
    )
    assert [[hit.key for hit in hits] for hits in found] == [[event().key]] * 3


def test_hit_brings_what_fusion_needs_and_no_text(index: Index) -> None:
    index.write([shown(event(seq=3, memory_ids=("f_2", "f_1")), [1.0, 0.0]), shown(fact("The user lives in Denver."), [1.0, 0.0])])
    said, known = (index.search(OWNER, [Leg("words", (kind,), text="denver")])[0][0].fields for kind in ("event", "fact"))
    assert {name: said[name] for name in ("kind", "session_id", "seq", "speaker", "asks", "timed")} == {
        "kind": "event",
        "session_id": "s1",
        "seq": 3,
        "speaker": "user",
        "asks": False,
        "timed": False,
    }
    assert (said["event_ids"], sorted(said["memory_ids"])) == ([event().event_id], ["f_1", "f_2"])
    assert (known["kind"], known["speaker"], known["event_ids"]) == ("fact", "user", list(fact().event_ids))
    assert not {"said", "text", "vector", "sentences"} & {*said, *known}


def test_words_find_events_and_memories_in_one_leg(index: Index) -> None:
    index.write(
        [shown(event(content="I moved to Denver.")), shown(fact("The user lives in Denver.")), shown(event(event_id="m2", content="Hi"))]
    )
    assert set(keys(index, Leg("time", ("event", "fact"), text="denver"))) == {event().key, fact().key}


def test_nearer_vector_ranks_higher(index: Index) -> None:
    near, far = event(event_id="near"), event(event_id="far")
    index.write([shown(far, [0.0, 1.0]), shown(near, [0.9, 0.1])])
    assert keys(index, Leg("event_window", ("event",), vector=[1.0, 0.0])) == [near.key, far.key]


def test_score_by_vector_is_half_of_one_and_the_cosine(index: Index) -> None:
    """Of whatever length the vectors are, to the hundredth that a byte keeps."""
    rows = [event(event_id=f"m{i}") for i in range(4)]
    vectors = ([1.0, 0.0], [0.6, 0.8], [0.0, 1.0], [-0.8, 0.6])
    index.write([shown(r, v, v) for r, v in zip(rows, vectors, strict=True)])
    for leg in (Leg("event_window", ("event",), vector=[1.0, 0.0]), Leg("event_sentences", ("event",), vector=[1.0, 0.0], nested=True)):
        (hits,) = index.search(OWNER, [leg])
        assert [h.key for h in hits] == [r.key for r in rows]
        assert [h.score for h in hits] == pytest.approx([1.0, 0.8, 0.5, 0.1], abs=0.01)


def test_event_counts_by_its_best_sentence(index: Index) -> None:
    one, two = event(event_id="one"), event(event_id="two")
    index.write([shown(one, [0.0, 1.0], [0.0, 1.0], [1.0, 0.0]), shown(two, [0.0, 1.0], [0.6, 0.8])])
    assert keys(index, Leg("event_sentences", ("event",), vector=[1.0, 0.0], nested=True)) == [one.key, two.key]


def test_entities_are_found_by_their_names(index: Index) -> None:
    index.write([shown(fact(entities=("Denver",))), shown(fact("The user likes tea.", memory_id="f_00000000000b02", entities=("Tea",)))])
    assert keys(index, Leg("entity", ("fact",), entities=("denver",))) == [fact().key]


@pytest.mark.parametrize(
    "owner",
    [
        Owner("globex", "default", "default", "u1"),
        Owner("acme", "other", "default", "u1"),
        Owner("acme", "default", "other", "u1"),
        Owner("acme", "default", "default", "u2"),
        Owner("acme", "default", "default", None),
    ],
)
def test_nothing_is_found_for_another_owner(index: Index, owner: Owner) -> None:
    index.write([shown(event(), [1.0, 0.0])])
    assert keys(index, WORDS, owner) == []
    assert keys(index, Leg("event_window", ("event",), vector=[1.0, 0.0]), owner) == []


def test_marks_narrow_what_words_and_vectors_find_and_are_found_alone(index: Index) -> None:
    home = shown(fact("I live in Denver.", memory_id="f_1", slot=slot("residence", "Denver")), [1.0, 0.0])
    over = shown(fact("I live in Boston.", memory_id="f_2", slot=slot("residence", "Boston"), validity=Validity.DEPRECATED), [1.0, 0.0])
    other = shown(fact("I like to live well.", memory_id="f_3"), [0.0, 1.0])
    index.write([home, over, other])
    asked = fact("I moved to Ghent.", slot=slot("residence", "Ghent"))
    now = marks.facts(scope(), past=False)
    assert keys(index, Leg("slot", ("fact",), marks=marks.slots_of(asked, past=False))) == [home.key]
    assert set(keys(index, Leg("slot", ("fact",), marks=marks.slots_of(asked, past=True)))) == {home.key, over.key}
    assert set(keys(index, Leg("words", ("fact",), text="live", marks=now))) == {home.key, other.key}
    assert keys(index, Leg("near", ("fact",), vector=[1.0, 0.0], marks=now)) == [home.key, other.key]
    assert set(keys(index, Leg("words", ("fact",), text="live"))) == {home.key, over.key, other.key}


def test_batch_is_decided_by_what_a_real_index_leads_to(opensearch_url: str) -> None:
    world = World()
    world.whole = 0
    world.index = search_index(opensearch_url, f"test-{uuid.uuid4().hex[:8]}", world.embedder.dimension)  # type: ignore[assignment]
    world.tell("I live in Porto.", "I really enjoy playing chess with Marta.")
    for day in range(1, 4):
        crowd = (f"I met a friend who lives in Porto near the {thing}." for thing in ("violin", "loom", "canoe", "tent", "kayak"))
        world.tell(*crowd, at=NOW + day * DAY)
    world.tell("I moved to Ghent.", "I really enjoy playing chess with Marta.", at=NOW + 5 * DAY)
    world.index.drop()
    known = {m.content.summary: m for m in world.memories() if m.slot is None or m.slot.feature == "residence"}
    assert known["I live in Porto"].validity is Validity.DEPRECATED
    assert known["I moved to Ghent"].validity is Validity.ACTIVE
    assert known["I really enjoy playing chess with Marta"].reinforcements == 1


def test_filter_that_three_of_five_thousand_facts_pass_finds_these_three(opensearch_url: str) -> None:
    world = World()
    world.index = search_index(opensearch_url, f"test-{uuid.uuid4().hex[:8]}", world.embedder.dimension)  # type: ignore[assignment]
    world.index.prepare()
    side = world.kept()[0]
    said = ("The printer is new.", "Bring the tent.", "Lamps hang in the shed.")
    camp = [fact(t, labels=("camp",), memory_id=f"f_{n:014}") for n, t in enumerate(said)]
    crowd = [fact(f"The printer number {n} is broken.", memory_id=f"f_{n:014}") for n in range(3, 5_000)]
    vectors = world.embedder.embed([f.content.summary for f in (*camp, *crowd)])
    made = [documents.with_vectors(f, side.made_by, [v]) for f, v in zip((*camp, *crowd), vectors, strict=True)]
    world.store.put_each([Write(f) for f in made])
    for begun in range(0, 5_000, 1_000):
        world.index.write([documents.document(f, None, side.made_by) for f in made[begun : begun + 1_000]])
    answer = world.recall("Which printer is broken?", filters={"field": "labels", "op": "contains", "value": "camp"})
    world.index.drop()
    assert sorted(m.content for m in answer.memories) == sorted(said)
    assert answer.degraded == ()


def test_user_named_like_the_container_mark_is_not_the_container(index: Index) -> None:
    index.write([shown(event(scope=scope(user_id="@")))])
    assert keys(index, WORDS, Owner("acme", "default", "default", None)) == []


def shared(visibility: Visibility = Visibility.PUBLIC, **fields: Any) -> Document:
    return shown(fact(access=AccessControl(visibility=visibility, allowed_users=("u2",)), **fields), [1.0, 0.0])


LATER = NOW + 10 * DAY
ASKED: list[dict[str, Any]] = [
    {}, {"as_of": NOW + 5 * DAY}, {"known_at": NOW + 5 * DAY}, {"as_of": NOW + DAY / 2, "known_at": LATER},
    {"as_of": NOW + 5 * DAY, "include": ("archived",)}, {"agent_id": "planner"},
]  # fmt: skip


@pytest.mark.parametrize("asked", ASKED)
@pytest.mark.parametrize("how", [{"text": "denver"}, {"vector": [1.0, 0.0]}, {"entities": ("denver",)}])
def test_what_may_be_told_and_the_rest_are_searched_apart(index: Index, asked: dict[str, Any], how: dict[str, Any]) -> None:
    """The same documents on a real node as in memory."""
    fields: list[dict[str, Any]] = [
        {}, {"status": Status.ARCHIVED}, {"status": Status.DEPRIORITIZED}, {"assistant_visible": False}, {"validity": Validity.REVIEW},
        {"validity": Validity.DEPRECATED, "valid_to": NOW + DAY, "superseded_at": NOW + 7 * DAY}, {"valid_to": NOW + 8 * DAY},
        {"validity": Validity.DEPRECATED, "valid_to": NOW + 8 * DAY, "superseded_at": NOW + 8 * DAY}, {"expires_at": NOW + 2 * DAY},
        {"at": NOW + 6 * DAY}, {"agent_scope": ("planner", "other")}, {"agent_scope": ("*",)}, {"recorded_at": NOW + 9 * DAY},
    ]  # fmt: skip
    facts = [fact(memory_id=f"f_00000000000c{n:02}", entities=("Denver",), **f) for n, f in enumerate(fields)]
    made = [shown(f, [1.0, 0.0]) for f in facts]
    index.write(made)
    asked = {"as_of": None, "known_at": None, "include": (), "agent_id": None} | asked
    agents = tellable.to(asked.pop("agent_id"))
    leg = Leg("told", ("fact",), agents=agents, tellable=tellable.asked(LATER, LATER, **asked), **how)
    for one in (leg, replace(leg, others=True)):
        assert set(keys(index, one)) == {d.key for d in made if one.allows(d.fields)}
        assert set(keys(index, one)) < {d.key for d in made}


@pytest.mark.parametrize("visibility", [Visibility.SHARED, Visibility.PUBLIC])
def test_shared_memory_is_found_for_other_users_of_the_container(index: Index, visibility: Visibility) -> None:
    index.write([shared(visibility)])
    for leg in (Leg("keyword", ("fact",), text="denver"), Leg("vector", ("fact",), vector=[1.0, 0.0])):
        assert keys(index, leg, Owner("acme", "default", "default", "u2")) == [fact().key]
        assert keys(index, leg, OWNER) == [fact().key], "once, for whom it is about"
        for owner in (("globex", "default", "default"), ("acme", "other", "default"), ("acme", "default", "other")):
            assert keys(index, leg, Owner(*owner, "u2")) == []


def test_what_is_shared_with_some_is_found_by_them_alone(index: Index) -> None:
    """By a user who is named or who has a role that is, whatever stands in their names, until it is shared with others."""
    leg = Leg("keyword", ("fact",), text="denver")
    users = {name: Owner("acme", "default", "default", name) for name in ("u2", "u3", "nurse", "*")}
    nurse = replace(users["u3"], roles=("cook", "nurse"))

    def seen() -> list[str]:
        named = [name for name, owner in users.items() if keys(index, leg, owner)]
        return [*named, *(["a nurse"] if keys(index, leg, nurse) else []), *(["owner"] if keys(index, leg) else [])]

    for version, access, wanted in (
        (1, {"allowed_users": ("u2",)}, ["u2", "owner"]),
        (2, {"allowed_users": ("*",), "allowed_roles": ("nurse",)}, ["*", "a nurse", "owner"]),
        (3, {"allowed_roles": ("u2",)}, ["owner"]),
        (4, {}, ["owner"]),
    ):
        allowed = AccessControl.model_validate({"visibility": Visibility.SHARED} | access)
        index.write([shown(fact(access=allowed), [1.0, 0.0], version=version << documents.VECTOR_BITS)])
        assert seen() == wanted


def test_what_the_owner_shares_takes_one_place_of_their_search(index: Index) -> None:
    facts = [shared(memory_id=f"f_00000000000d{n:02}") for n in range(6)]
    index.write(facts)
    for how in ({"text": "denver"}, {"vector": [1.0, 0.0]}):
        for owner in (OWNER, Owner("acme", "default", "default", "u2")):
            assert len(keys(index, Leg("few", ("fact",), size=6, **how), owner)) == 6  # type: ignore[arg-type]


def test_what_is_shared_no_longer_or_deleted_is_found_by_nobody_else(index: Index) -> None:
    leg, other = Leg("keyword", ("fact",), text="denver"), Owner("acme", "default", "default", "u2")
    index.write([shared(version=1)])
    index.write([shown(fact(version=2)), shared(version=1)])
    assert (keys(index, leg, other), keys(index, leg)) == ([], [fact().key])
    index.write([shared(version=3)])
    assert keys(index, leg, other) == [fact().key]
    index.write([shown(fact(status=Status.DELETED, version=4))])
    assert (keys(index, leg, other), keys(index, leg)) == ([], [])


def test_shared_memory_is_forgotten_with_its_owner_and_by_its_key(index: Index) -> None:
    leg, other = Leg("keyword", ("fact",), text="denver"), Owner("acme", "default", "default", "u2")
    index.write([shared(version=1)])
    assert index.describe()["documents"] == 1
    index.forget_user("acme", "default", "u1")
    assert (index.held("acme", "default", "u1"), keys(index, leg, other)) == (0, [])
    index.write([shared(version=5)])
    index.forget([fact().key])
    assert (index.held("acme", "default", "u1"), keys(index, leg, other)) == (0, [])


def test_older_version_does_not_undo_a_newer_one(index: Index) -> None:
    index.write([shown(fact("The user lives in Boston."), version=5)])
    index.write([shown(fact(), version=4), shown(event())])
    assert keys(index, Leg("keyword", ("fact",), text="boston")) == [fact().key]
    assert keys(index, WORDS) == [event().key]


def test_deleted_memory_is_found_no_more_and_cannot_come_back(index: Index) -> None:
    index.write([shown(fact(), version=1)])
    index.write([shown(fact(status=Status.DELETED, version=2))])
    index.write([shown(fact(), version=1)])
    assert keys(index, Leg("keyword", ("fact",), text="denver")) == []


def test_vector_of_another_dimension_is_refused(index: Index) -> None:
    document = shown(event())
    with pytest.raises(Invalid, match="dimension"):
        index.write([Document(document.key, 1, document.fields | {"vector": [1.0, 0.0, 0.0]})])


def test_index_is_prepared_twice_and_dropped_twice(index: Index) -> None:
    index.prepare()
    index.write([shown(event())])
    assert index.describe()["documents"] == 1
    index.drop()
    index.drop()
    index.prepare()
    assert index.describe()["documents"] == 0


def test_vector_of_zeros_is_neither_stored_nor_searched_with_and_ends_no_other_search(index: Index) -> None:
    """It has no cosine, and fails the search of each shard that it lies on."""
    said, known = shown(event(), [0.0, 0.0], [0.0, 0.0]), shown(fact(), [0.0, 0.0])
    index.write([said, known, shown(event(event_id="m2", seq=1), [1.0, 0.0], [1.0, 0.0])])
    near = [Leg("near", ("event", "fact"), vector=[1.0, 0.0]), Leg("nested", ("event",), vector=[1.0, 0.0], nested=True)]
    nowhere = [Leg("near", ("event", "fact"), vector=[0.0, 0.0]), Leg("nested", ("event",), vector=[0.0, 0.0], nested=True)]
    second = event(event_id="m2", seq=1).key
    assert [[h.key for h in hits] for hits in index.search(OWNER, [*near, *nowhere])] == [[second], [second], [], []]
    assert said.key in keys(index, WORDS), "words find it"


def test_legs_without_a_match_give_empty_lists(index: Index) -> None:
    assert index.search(OWNER, []) == []
    assert index.search(OWNER, [WORDS, Leg("keyword", ("fact",), text="denver")]) == [[], []]


def test_unreachable_node_is_unavailable() -> None:
    client = OpenSearch(hosts=["http://127.0.0.1:1"], timeout=1, max_retries=0)
    dead = SearchIndex(client, "none", model="test", dimension=2, analyzer="english")
    with pytest.raises(Unavailable):
        dead.search(OWNER, [WORDS])
    with pytest.raises(Unavailable):
        dead.write([shown(event())])


HAN = "".join(map(chr, range(0x4E00, 0x4E00 + 8000)))


@pytest.mark.parametrize(
    "text",
    [
        " ".join(f"word{i}" for i in range(2000)),
        " ".join(f"\u0441\u043b\u043e\u0432\u043e{i}" for i in range(2000)),
        "hello world " * 2000,
        HAN,
        "\u6211" * 8000,
        "a\u30ab" * 4000,
        "a\u0e01" * 4000,
        "a\u00b2" * 4000,
        "a\u00d7" * 4000,
        "\ud55ca" * 4000,
        "\u03b1\u0430a1\u0375" * 1600,
        "\U0001f600" * 8000,
        "x" * 8000,
        "a-b.c'd:" * 1000,
        "".join(chr(i) for i in range(0x21, 0x3000) if chr(i).isprintable())[:8000],
        "".join("a" + chr(i) for i in range(0x80, 0x1100) if chr(i).isprintable())[:8000],
    ],
    ids="words cyrillic repeated han one katakana thai squares times hangul greek emoji long joined all mixed".split(),
)
def test_text_of_any_length_is_searched_with_by_its_beginning(opensearch_url: str, text: str) -> None:
    index = search_index(opensearch_url, f"test-{uuid.uuid4().hex[:8]}")
    index.prepare()
    try:
        index.write([shown(event(content="I live in Denver."), [1.0, 0.0])])
        assert keys(index, Leg("words", ("event",), text=f"denver {text}")) == [event().key]
    finally:
        index.drop()


def test_query_of_another_dimension_is_refused(opensearch_url: str) -> None:
    index = search_index(opensearch_url, f"test-{uuid.uuid4().hex[:8]}")
    index.prepare()
    index.write([shown(event(), [1.0, 0.0])])
    with pytest.raises(Invalid, match="dimension"):
        index.search(OWNER, [Leg("event_window", ("event",), vector=[1.0, 0.0, 0.0])])
    index.drop()


def test_documents_of_a_user_are_counted_and_forgotten_and_others_stay(index: Index) -> None:
    """Row V4."""
    rows = [shown(event(scope=scope(**owner)), [1.0, 0.0]) for owner in ({}, {"user_id": "u2"}, {"container": "shop"}, {"tenant": "other"})]
    index.write(rows)
    assert index.held("acme", "default", "u1") == 1
    index.forget_user("acme", "default", "u1")
    assert index.held("acme", "default", "u1") == 0
    assert keys(index, WORDS) == []
    assert [index.held(*o) for o in (("acme", "default", "u2"), ("acme", "shop", "u1"), ("other", "default", "u1"))] == [1, 1, 1]
    index.forget([rows[1].key, Key("T#acme#C#default#U#u2", "EVENT#never")])
    assert index.held("acme", "default", "u2") == 0


def test_index_is_looked_for_once_while_writing_to_it_succeeds(opensearch_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    alias = f"test-{uuid.uuid4().hex[:8]}"
    index, another = (search_index(opensearch_url, alias) for _ in range(2))
    looks = []
    looked = index._client.indices.exists_alias
    monkeypatch.setattr(index._client.indices, "exists_alias", lambda **given: looks.append(given) or looked(**given))
    index.prepare()
    made = len(looks)
    for version in range(1, 4):
        index.prepare()
        index.write([shown(event(), [1.0, 0.0], version=version)])
    assert len(looks) == made
    another.drop()
    assert not taken(index, shown(event(), [1.0, 0.0])), "and is never made anew by a write, which would leave its mapping out"
    index.prepare()
    assert taken(index, shown(event(), [1.0, 0.0]))
    index.drop()


def test_what_need_not_be_seen_at_once_is_seen_soon(index: Index) -> None:
    index.write([shown(event(), [1.0, 0.0])], at_once=False)
    until(lambda: keys(index, WORDS) == [event().key])


def test_document_that_was_forgotten_a_moment_ago_is_not_lost_in_silence(opensearch_url: str) -> None:
    """OpenSearch remembers the version of what was deleted for a minute, and refuses the same one."""
    alias = f"test-{uuid.uuid4().hex[:8]}"
    index = search_index(opensearch_url, alias)
    index.prepare()
    again = shown(event(), [1.0, 0.0], version=3)
    index.write([again])
    index.write([shown(event(), [1.0, 0.0], version=2)])
    index.forget([again.key])
    with pytest.raises(Unavailable):
        index.write([again])
    OpenSearch(hosts=[opensearch_url]).indices.put_settings(index=alias, body={"index.gc_deletes": "0s"})
    until(lambda: taken(index, again))
    assert keys(index, WORDS) == [again.key]
    index.drop()


def apart(client: OpenSearch, index: SearchIndex) -> Owner:
    """One whose own shard is another than that of what is shared with them."""
    owners = (Owner("acme", "default", "default", f"u{i}") for i in range(100))
    return next(o for o in owners if len({_shard(client, index, name) for name in (o.pk, o.audience)}) == 2)


def _shard(client: OpenSearch, index: SearchIndex, routing: str) -> int | None:
    """None: no node has it."""
    shards = client.search_shards(index=index._name, params={"routing": routing})["shards"]
    return int(shards[0][0]["shard"]) if shards[0] else None


def test_search_of_which_one_shard_fails_is_unavailable_and_not_empty(opensearch_url: str) -> None:
    """Here by a vector of zeros: its cosine is no number."""
    alias, client = f"test-{uuid.uuid4().hex[:8]}", OpenSearch(hosts=[opensearch_url], timeout=20)
    index = search_index(opensearch_url, alias)
    index.prepare()
    try:
        owner = apart(client, index)
        row = {"owner": owner.own, "kind": "fact", "vector": [0, 0]}
        client.index(index=index._name, body=row, routing=owner.pk, refresh=True)
        with pytest.raises(Unavailable):
            index.search(owner, [Leg("vector", ("fact",), vector=[1.0, 0.0])])
        assert index.search(owner, [WORDS]) == [[]], "another leg does not compare it"
    finally:
        index.drop()


def test_where_a_shard_is_lost_nothing_is_said_to_be_found_or_held_no_more(opensearch_url: str) -> None:
    client = OpenSearch(hosts=[opensearch_url], timeout=20)
    index = search_index(opensearch_url, f"test-{uuid.uuid4().hex[:8]}")
    body = index._body()
    body["settings"]["index.routing.allocation.total_shards_per_node"] = 1  # of three on one node
    client.indices.create(index=index._name, body=body, params={"wait_for_active_shards": "0"})
    try:
        until(lambda: client.cluster.health(index=index._name)["active_primary_shards"] == 1)
        owners = [Owner("acme", "default", f"n{i}", "u1") for i in range(40)]
        places = {owner: {_shard(client, index, name) for name in (owner.pk, owner.audience)} for owner in owners}
        half = [owner for owner, shards in places.items() if None in shards and len(shards) == 2]
        assert half
        for owner in half:
            with pytest.raises(Unavailable):
                index.search(owner, [WORDS])
        with pytest.raises(Unavailable):
            index.held("acme", "default", "u1")
    finally:
        index.drop()
