"""The local model endpoint, met through OpenAI's own client."""

import json
import math
import urllib.error
import urllib.request
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import Any

import numpy as np
import openai
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench import embedders
from keepsake import bootstrap, settings
from keepsake.adapters.pair_judge import SURE
from keepsake.claims import Changes, Chunk, Judgement
from keepsake.records import MEASURED, Category
from keepsake.rules.indexing import calibration, regression, useful_examples
from keepsake.rules.knowledge import goes_on
from keepsake.rules.reading import context, extraction, filing, whose
from local import centre, embedder, judge, models, pair_reader, salience
from tests.builders import fact
from tests.unit.rules.reading.talk import said


@pytest.fixture(scope="module")
def endpoint() -> Iterator[models.Endpoint]:
    with models.running() as started:
        yield started


@pytest.fixture(scope="module")
def client(endpoint: models.Endpoint) -> Iterator[openai.OpenAI]:
    with openai.OpenAI(base_url=endpoint.base_url, api_key="none", max_retries=0) as made:
        yield made


@cache
def loaded(name: str = embedder.DEFAULT) -> embedder.Embedder:
    return embedder.Embedder(name)


def cosine(a: list[float], b: list[float]) -> float:
    return sum(x * y for x, y in zip(a, b, strict=True))


def embed(client: openai.OpenAI, *texts: str, model: str = embedder.DEFAULT) -> list[list[float]]:
    answer = client.embeddings.create(model=model, input=list(texts))
    return [item.embedding for item in answer.data]


@pytest.mark.parametrize("model", [*embedder.OFFERED])
def test_near_meanings_are_nearer_than_far_ones(client: openai.OpenAI, model: str) -> None:
    running, jogging, tax = embed(client, "I like running shoes", "She enjoys jogging sneakers", "The tax form is due", model=model)
    assert cosine(running, jogging) > cosine(running, tax) + 0.3


def test_same_meaning_is_near_in_another_language(client: openai.OpenAI) -> None:
    asked, same, other = embed(client, "Where does my brother work?", "Mein Bruder arbeitet in einer Bäckerei.", "Meine Katze ist schwarz.")
    assert cosine(asked, same) > cosine(asked, other) + 0.2


@pytest.mark.parametrize(
    ("name", "share"), [(embedder.E5, 0.997), (embedder.FITTED_TO_LESS, 0.997), (embedder.PLAIN_E5, 0.998), (embedder.MINILM, 0.99999)]
)
def test_runtime_gives_the_vectors_of_the_plain_forward_pass(name: str, share: float) -> None:
    """By float32 in numpy, from the same weights: what the graph, and 8 bits where the model takes them, may change."""
    model = loaded(name)
    texts = ["hello", "I moved house in May because the rent went up.", "Ich wohne seit 2019 in Berlin.", "我住在上海。", "a b c " * 40]
    floats = np.stack([embedders.plain(model, text) for text in texts])
    assert ((model.raw(texts) * floats).sum(1) > share).all()


def test_vector_of_a_text_does_not_depend_on_what_it_is_asked_with() -> None:
    model = loaded()
    assert (model.raw(["short", "a far longer text about the weather in the mountains"])[0] == model.raw(["short"])[0]).all()


@pytest.mark.parametrize("name", [embedder.E5, embedder.FITTED_TO_LESS, embedder.PLAIN_E5])
def test_centre_is_the_mean_of_the_labelled_texts(name: str) -> None:
    assert embedder.centre(name) == pytest.approx(centre.centre(name), abs=1e-3)


@pytest.mark.parametrize("name", [*embedder.OFFERED])
def test_models_that_are_offered_are_fit_and_spread(name: str) -> None:
    model = loaded(name)
    found = calibration.measured(model.embed(calibration.texts()).tolist())
    assert (found.unfit, found.centre) == (None, None)
    if name == embedder.MINILM:
        of_statements = {"same", "about", "alike", "repeats", "one_topic"}
        measured, by_hand = found.thresholds.model_dump(include=of_statements), MEASURED.model_dump(include=of_statements)
        assert measured == pytest.approx(by_hand, abs=0.03), "what was measured with it by hand"
    else:
        assert min(found.languages.values()) >= calibration.KNOWS


@pytest.mark.parametrize("name", [*embedder.OFFERED])
def test_models_that_are_offered_tell_the_useful_of_statements_that_they_were_not_shown(name: str) -> None:
    made, kept = loaded(name).embed(useful_examples.texts()), np.array(useful_examples.kept())
    shown = np.arange(len(kept)) % 2 == 0
    found = regression.parted(made[shown].tolist(), kept[shown].tolist())
    right = ((made @ np.array(found.direction) > found.middle) == kept)[~shown]
    assert right.mean() > 0.7, "chance is 0.54; everyday talk is harder than what was written for it"


def test_the_fitted_model_finds_what_was_told_in_passing() -> None:
    fitted, plain = (embedders.told_first(loaded(name)) for name in (embedder.E5, embedder.PLAIN_E5))
    assert fitted > 1.5 * plain, "on questions that it was not fitted on"


@pytest.mark.parametrize("text", ["", " ", "\ufdfa" * 10, "\u0000", "\U0001f600", "e\u0301" * 300, "\n\n"])
def test_every_text_has_a_vector(text: str) -> None:
    (row,) = loaded().embed([text])
    assert np.linalg.norm(row) == pytest.approx(1, abs=1e-5)


def test_order_of_the_answer_is_the_order_of_the_input(client: openai.OpenAI) -> None:
    texts = ["a long text about the weather in the mountains of Norway", "short", "a middling text of words"]
    together = embed(client, *texts)
    for text, vector in zip(texts, together, strict=True):
        assert cosine(vector, embed(client, text)[0]) > 0.9999


def test_base64_and_float_carry_the_same_vector(client: openai.OpenAI) -> None:
    as_float = client.embeddings.create(model=embedder.DEFAULT, input="hello", encoding_format="float")
    # The client asks for base64 by itself where no format is named, and unpacks it.
    as_base64 = client.embeddings.create(model=embedder.DEFAULT, input="hello")
    assert as_base64.data[0].embedding == pytest.approx(as_float.data[0].embedding, abs=1e-6)


def test_fewer_dimensions_are_cut_and_of_unit_length(client: openai.OpenAI) -> None:
    whole = embed(client, "hello")[0]
    cut = client.embeddings.create(model=embedder.DEFAULT, input="hello", dimensions=128).data[0].embedding
    length = math.hypot(*whole[:128])
    assert cut == pytest.approx([x / length for x in whole[:128]], abs=1e-5)


def test_usage_counts_word_pieces(client: openai.OpenAI) -> None:
    answer = client.embeddings.create(model=embedder.DEFAULT, input=["hello world", "hello"])
    assert answer.usage.prompt_tokens == 8 + 7, "with the two marks, and the prefix of three pieces"
    answer = client.embeddings.create(model=embedder.MINILM, input=["hello world", "hello"])
    assert answer.usage.prompt_tokens == 4 + 3


@pytest.mark.parametrize(
    ("request_body", "param"),
    [
        ({"model": embedder.DEFAULT, "input": "x", "dimensions": 385}, "dimensions"),
        ({"model": "text-embedding-3-small", "input": "x"}, "model"),
        ({"model": embedder.DEFAULT, "input": ""}, "input"),
        ({"model": embedder.DEFAULT, "input": []}, "input"),
        ({"model": embedder.DEFAULT, "input": [[1, 2]]}, "input"),
        ({"model": embedder.DEFAULT, "input": "x", "encoding_format": "int8"}, "encoding_format"),
        ({"model": embedder.DEFAULT}, "input"),
    ],
)
def test_bad_requests_name_the_parameter(endpoint: models.Endpoint, request_body: dict[str, object], param: str) -> None:
    request = urllib.request.Request(
        f"{endpoint.base_url}/embeddings",
        data=json.dumps(request_body).encode(),
        headers={"Content-Type": "application/json"},
    )
    with pytest.raises(urllib.error.HTTPError) as caught:
        urllib.request.urlopen(request, timeout=10)
    with caught.value as refused:
        assert refused.code == 400
        error = json.load(refused)["error"]
    assert error["param"] == param
    assert error["type"] == "invalid_request_error"


def test_the_client_raises_its_own_bad_request(client: openai.OpenAI) -> None:
    with pytest.raises(openai.BadRequestError, match="dimensions"):
        client.embeddings.create(model=embedder.DEFAULT, input="x", dimensions=1000)


def test_the_model_list_names_what_is_offered(client: openai.OpenAI) -> None:
    offered = [embedder.E5, embedder.FITTED_TO_LESS, embedder.PLAIN_E5, embedder.MINILM, judge.NAME, salience.NAME, salience.FILING]
    assert [model.id for model in client.models.list()] == offered


LATER = "the landlord has put the kiln rent up to 340"
EARLIER = ["Moussa is my nephew", "kiln rent is 310 a month", "I drink coffee in the morning"]


def rerank(endpoint: models.Endpoint, **given: object) -> dict[str, Any]:
    body = {"model": judge.NAME, "query": LATER, "documents": EARLIER} | given
    request = urllib.request.Request(f"{endpoint.base_url}/rerank", data=json.dumps(body).encode())
    with urllib.request.urlopen(request, timeout=60) as answer:
        return dict(json.load(answer))


def test_what_a_later_statement_ends_is_told_from_what_stays(endpoint: models.Endpoint) -> None:
    (first, *others) = rerank(endpoint)["results"]
    assert first["index"] == 1
    assert first["relevance_score"] > SURE > max(r["relevance_score"] for r in others)


def test_rerank_gives_as_many_as_are_asked_for_by_their_index(endpoint: models.Endpoint) -> None:
    assert [r["index"] for r in rerank(endpoint, top_n=1)["results"]] == [1]


@pytest.mark.parametrize(
    ("given", "param"),
    [({"model": embedder.DEFAULT}, "model"), ({"documents": []}, "documents"), ({"query": ""}, "query"), ({"texts": []}, "texts")],
)
def test_rerank_refuses_by_name_what_it_cannot_answer(endpoint: models.Endpoint, given: dict[str, object], param: str) -> None:
    with pytest.raises(urllib.error.HTTPError) as caught:
        rerank(endpoint, **given)
    with caught.value as refused:
        assert (refused.code, json.load(refused)["error"]["param"]) == (400, param if param != "texts" else None)


@cache
def judging() -> judge.Judge:
    return judge.Judge()


@pytest.mark.parametrize("said", ["\x00\u202e\ud7ff", "/" * 100_000, "a " * 50_000, "😀" * 500])
def test_hostile_statements_have_a_score(said: str) -> None:
    scores = judging().rerank("acme", said, [said, "I keep bees"])
    assert all(0 <= score <= 1 for score in scores)


def test_judge_that_is_configured_is_the_one_that_the_service_asks(endpoint: models.Endpoint, monkeypatch: pytest.MonkeyPatch) -> None:
    configured = settings.Settings(judge_model=judge.NAME, openai_base_url=endpoint.base_url)
    monkeypatch.setattr(settings, "current", lambda: configured)
    asked = bootstrap.reconciler.__wrapped__()
    assert asked is not None
    said, known = fact(LATER, memory_id="o_1"), [fact(text, memory_id=f"f_{n}") for n, text in enumerate(EARLIER)]
    found = asked.judge([said], known, {"o_1": {"f_0", "f_1", "f_2"}})
    assert found == [Judgement(observation_id="o_1", fact_id="f_1", changes=Changes.REPLACES)]


@pytest.mark.parametrize("hostile", ["\x00\u202e\ud7ff", "/" * 100_000, "a " * 50_000, "😀" * 500])
def test_hostile_messages_have_a_salience(hostile: str) -> None:
    assert all(0 <= score <= 1 for score in weighing().rerank("acme", hostile, [hostile, "I keep bees"]))


@cache
def weighing() -> salience.Salience:
    return salience.Salience()


def test_salience_that_is_configured_tells_what_of_a_message_is_kept(endpoint: models.Endpoint, monkeypatch: pytest.MonkeyPatch) -> None:
    configured = settings.Settings(salience_model=salience.NAME, openai_base_url=endpoint.base_url)
    monkeypatch.setattr(settings, "current", lambda: configured)
    event = said("The fog is thick today. My sister Oda moved to Tromsø in May. My tea is cold.")
    claims = bootstrap.extractor.__wrapped__().extract(Chunk(events=(event,)))
    assert [c.content for c in claims] == ["My sister Oda moved to Tromsø in May [May 2023]"]


def test_filing_that_is_configured_tells_what_a_statement_is(endpoint: models.Endpoint, monkeypatch: pytest.MonkeyPatch) -> None:
    configured = settings.Settings(filing_model=salience.FILING, openai_base_url=endpoint.base_url)
    monkeypatch.setattr(settings, "current", lambda: configured)
    event = said("My sister Oda is married to a vet. When I moan about the ferry, spare me the pep talk and hear me out. Which oar fits?")
    claims = bootstrap.extractor.__wrapped__().extract(Chunk(events=(event,)))
    assert [(c.subject, c.category) for c in claims] == [("oda", Category.RELATIONSHIP), ("assistant", Category.CONSTRAINT)]


@pytest.mark.parametrize("hostile", ["\x00\u202e\ud7ff", "/" * 100_000, ": : :", ""])
def test_labels_of_hostile_statements_have_a_chance_and_those_of_all_kinds_add_up_to_one(hostile: str) -> None:
    instructs, *kinds, user, another, alone = salience.Filing().rerank("acme", hostile, [f"{label}: {hostile}" for label in filing.LABELS])
    assert 0 <= instructs <= 1
    assert sum(kinds) == pytest.approx(1)
    assert 0 <= user + another <= 1 + 1e-9
    assert 0 <= alone <= 1


def test_one_request_of_filing_is_no_longer_than_the_endpoint_takes() -> None:
    assert filing.AT_ONCE * (len(filing.LABELS) + whose.MOST_NAMED) <= models.MAX_DOCUMENTS


def test_whom_a_statement_is_about_is_a_word_of_it_or_of_its_message() -> None:
    message = "Ishbel on strike since May. She wants the viola back. Dr Okri has me on two drops now."
    said = ["Ishbel on strike since May", "She wants the viola back", "Dr Okri has me on two drops now"]
    labels = [filing.ABOUT_USER, filing.ABOUT_ANOTHER, *(filing.about(word) for word in ("ishbel", "okri", "viola", "elspeth"))]
    scores = salience.Filing().rerank("acme", message, [f"{label}: {text}" for text in said for label in labels])
    likeliest = {text: max(labels, key=dict(zip(labels, scores[n * 6 :][:6], strict=True)).__getitem__) for n, text in enumerate(said)}
    assert likeliest[said[2]] == filing.ABOUT_USER
    for n in (0, 1):
        _, another, ishbel, okri, viola, elspeth = scores[n * 6 :][:6]
        assert another >= ishbel > 0.5 > max(okri, viola)
        assert elspeth == 0.0


@given(st.text(max_size=300), st.text(max_size=300))
def test_words_stand_at_places_of_the_pair(first: str, second: str) -> None:
    model = salience.reader().model
    ids = pair_reader.pair_ids(model, first, second, salience.PIECES)
    for word, places in pair_reader.words_at(model, first, second, salience.PIECES):
        assert word == word.lower()
        assert all(0 <= place < len(ids) for place in places)
        if word.isascii():
            pieces = "".join(model.tokenizer.id_to_token(ids[place]) for place in places).lower().strip("▁")
            assert word in pieces or word.startswith(pieces)  # cut off by the bound


def test_what_a_statement_needs_beside_it_is_a_part_of_its_message() -> None:
    message = "My uncle Tove keeps two llamas in Voss. The ferry was late. One of them bites."
    said = ["My uncle Tove keeps two llamas in Voss", "The ferry was late", "One of them bites"]
    spans = [filing.beside(message.index(text), message.index(text) + len(text)) for text in said]
    labels = [filing.ALONE, *spans]
    scores = salience.Filing().rerank("acme", message, [f"{label}: {text}" for text in said for label in labels])
    told = {text: dict(zip(labels, scores[n * 4 :][:4], strict=True)) for n, text in enumerate(said)}
    assert told[said[0]][filing.ALONE] > context.NEEDS > told[said[2]][filing.ALONE]
    assert told[said[2]][spans[0]] > max(context.POINTED, told[said[2]][spans[1]])
    assert sum(told[said[2]].values()) <= 1 + 1e-6


def test_what_is_told_of_an_earlier_message_alone_lacks_it_and_the_judge_leads_there() -> None:
    files = lambda message, texts: salience.Filing().rerank("acme", message, texts)  # noqa: E731
    made = extraction.extract(Chunk(events=(said("He's put it up to 850 from June. Draft a polite reply."),)), None, files)
    assert [c.goes_on for c in made if "850" in c.content] == [True]
    before = ["my rent is 780 a month", "I started pottery on Thursdays", "my sister Oda is married to a vet"]
    now, day = datetime(2026, 5, 6, tzinfo=UTC), timedelta(days=1)
    new, *old = embedder.Embedder().embed(["He's put it up to 850 from June", *before])
    near = [goes_on.Near(text, now - day * n, float(np.dot(new, v))) for n, (text, v) in enumerate(zip(before, old, strict=True), 1)]
    odds = judge.Judge().rerank("acme", "He's put it up to 850 from June", before)
    assert goes_on.likeliest(goes_on.signs("He's put it up to 850 from June", near, odds)) == 0


@pytest.mark.parametrize("label", ["beside 9-3", "beside 0-0", "beside 999999-999999", "beside 0-999999", "beside 1-2-3", "beside x"])
def test_no_part_of_a_message_is_nothing_that_is_needed(label: str) -> None:
    (score,) = salience.Filing().rerank("acme", "I keep bees", [f"{label}: I keep bees"])
    assert 0 <= score <= 1
    assert score == 0 or label == "beside 0-999999"


@given(st.text(max_size=200), st.integers(0, 200), st.integers(0, 60))
def test_a_part_stands_at_places_of_the_first_text(first: str, begin: int, length: int) -> None:
    model = salience.reader().model
    ids = pair_reader.pair_ids(model, first, "I keep bees", salience.PIECES)
    places = pair_reader.part_at(model, pair_reader.cut(model, first, salience.PIECES[0]), first[begin : begin + length])
    assert all(0 <= place < min(len(ids), salience.PIECES[0]) for place in places)
    assert places == sorted(set(places))


def test_a_label_that_nothing_was_fitted_to_is_never_sure() -> None:
    assert salience.Filing().rerank("acme", "I keep bees", ["beekeeper: I keep bees", "I keep bees"]) == [0.0, 0.0]


def test_one_statement_is_read_once_whatever_is_asked_of_it() -> None:
    reads, before = salience.reader(), salience.reader()._known.cache_info().misses
    message, said = "I keep bees by the weir. So what?", "I keep bees by the weir"
    salience.Salience().rerank("acme", message, [said, said])
    salience.Filing().rerank("acme", message, [f"{label}: {said}" for label in filing.LABELS])
    assert reads._known.cache_info().misses == before + 1


def test_of_a_statement_without_an_end_little_is_remembered() -> None:
    endless = "I keep bees and " * 10_000
    (scored,) = salience.Salience().rerank("acme", endless, [endless])
    assert scored == salience.Salience().rerank("acme", endless[: pair_reader.LONGEST], [endless[: pair_reader.LONGEST]])[0]


def test_without_a_model_nobody_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "current", settings.Settings)
    assert bootstrap.reconciler.__wrapped__() is None
    assert bootstrap.extractor.__wrapped__() is bootstrap.rule_extractor()


def test_health_answers(endpoint: models.Endpoint) -> None:
    with urllib.request.urlopen(endpoint.base_url.removesuffix("/v1") + "/health", timeout=10) as answer:
        assert json.load(answer)["dimension"] == 384


def test_chat_is_refused_as_unknown(client: openai.OpenAI) -> None:
    with pytest.raises(openai.NotFoundError):
        client.chat.completions.create(model="any", messages=[{"role": "user", "content": "hi"}])
