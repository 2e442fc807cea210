"""The local run's embedders: time a text, what the runtime changes of a vector, their calibration, and what they find across languages.

    python -m bench.embedders

Times are of one thread and texts of about 30 word pieces, the median of five rounds; the plain forward pass is float32 in numpy.
Sentences are our own, and other ones than those by which a model is calibrated. The last figure is of `bench/tuned_without.jsonl`, items
as those by which the default was fitted (bench/tune.py) and none of them: how often the message that answers lies nearest to its question,
of all the messages there.
"""

from __future__ import annotations

import json
import math
import statistics
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import numpy as np

from keepsake.rules.indexing import calibration
from local import embedder
from local.embedder import Embedder
from local.transformer import Floats, Norm

ROUNDS = 5
TALK = Path(__file__).with_name("tuned_without.jsonl")
TEXTS = (
    "Ann: we moved the launch to the second week of March, because the printers could not deliver the boxes before that, sorry!",
    "Bea: my knee is much better since I swim twice a week, and the doctor says that I may start to run again after Easter.",
    "Cem: could you remind me to send the signed contract to the landlord, she asked for it on Monday and again this morning?",
    "Dora: nuestra abuela cumple noventa años en agosto y queremos alquilar una casa grande cerca del mar para toda la familia.",
    "Emil: der Zug um 7:40 fällt bis Ende des Monats aus, ich nehme solange das Auto und bin dann meistens erst gegen neun da.",
    "Fay: la prof de piano m'a dit que je pouvais passer l'examen en juin si je travaille les deux dernières pièces tous les jours.",
)

STATED: Mapping[str, Sequence[tuple[str, str]]] = {
    "German": (
        ("Meine Großmutter ist letzten Winter gestorben.", "Wann ist meine Oma gestorben?"),
        ("Wir heiraten im September am Bodensee.", "Wo feiern wir die Hochzeit?"),
        ("Mein Laptop stürzt seit dem letzten Update ständig ab.", "Was ist mit meinem Computer los?"),
        ("Ich trainiere dreimal die Woche im Fitnessstudio.", "Wie oft mache ich Sport?"),
        ("Unser Sohn kommt nächstes Jahr in die Schule.", "Wann wird unser Kind eingeschult?"),
        ("Ich habe Angst vor dem Fliegen.", "Wovor fürchte ich mich?"),
        ("Der Mietvertrag läuft Ende Juni aus.", "Wann müssen wir aus der Wohnung?"),
        ("Ich lese am liebsten Kriminalromane.", "Welche Bücher mag ich?"),
        ("Mein Chef hat mir eine Gehaltserhöhung versprochen.", "Bekomme ich mehr Lohn?"),
        ("Ich nehme jeden Morgen Tabletten gegen Bluthochdruck.", "Welche Medikamente brauche ich?"),
        ("Im Garten bauen wir Tomaten und Zucchini an.", "Welches Gemüse ziehen wir?"),
        ("Meine beste Freundin wohnt in Kanada.", "In welchem Land lebt meine Freundin?"),
    ),
    "Spanish": (
        ("Mi abuela murió el invierno pasado.", "¿Cuándo falleció mi abuela?"),
        ("Nos casamos en septiembre junto al lago.", "¿Dónde celebramos la boda?"),
        ("Mi portátil se bloquea desde la última actualización.", "¿Qué le pasa a mi ordenador?"),
        ("Entreno tres veces por semana en el gimnasio.", "¿Con qué frecuencia hago ejercicio?"),
        ("Nuestro hijo empieza el colegio el año que viene.", "¿Cuándo va el niño a la escuela?"),
        ("Me da miedo volar.", "¿Qué me asusta?"),
        ("El contrato de alquiler termina a finales de junio.", "¿Cuándo tenemos que dejar el piso?"),
        ("Lo que más leo son novelas policíacas.", "¿Qué libros me gustan?"),
        ("Mi jefa me ha prometido un aumento.", "¿Voy a ganar más?"),
        ("Cada mañana tomo pastillas para la tensión.", "¿Qué medicinas necesito?"),
        ("En el huerto cultivamos tomates y calabacines.", "¿Qué verduras plantamos?"),
        ("Mi mejor amiga vive en Canadá.", "¿En qué país está mi amiga?"),
    ),
    "French": (
        ("Ma grand-mère est morte l'hiver dernier.", "Quand ma mamie est-elle décédée ?"),
        ("Nous nous marions en septembre au bord du lac.", "Où fête-t-on le mariage ?"),
        ("Mon portable plante depuis la dernière mise à jour.", "Qu'est-ce qu'il a, mon ordinateur ?"),
        ("Je m'entraîne trois fois par semaine à la salle.", "Je fais du sport à quel rythme ?"),
        ("Notre fils entre à l'école l'année prochaine.", "Quand l'enfant sera-t-il scolarisé ?"),
        ("J'ai peur de l'avion.", "Qu'est-ce qui m'effraie ?"),
        ("Le bail se termine fin juin.", "Quand devons-nous quitter l'appartement ?"),
        ("Je lis surtout des romans policiers.", "Quels livres est-ce que j'aime ?"),
        ("Ma cheffe m'a promis une augmentation.", "Vais-je gagner plus ?"),
        ("Chaque matin je prends des cachets contre la tension.", "De quels médicaments ai-je besoin ?"),
        ("Au jardin nous cultivons des tomates et des courgettes.", "Quels légumes fait-on pousser ?"),
        ("Ma meilleure amie vit au Canada.", "Dans quel pays habite mon amie ?"),
    ),
    "Chinese": (
        ("我奶奶去年冬天去世了。", "我祖母是什么时候过世的？"),
        ("我们九月在湖边结婚。", "婚礼在哪里办？"),
        ("上次更新以后我的笔记本电脑老是死机。", "我的电脑怎么了？"),
        ("我每周去健身房锻炼三次。", "我多久运动一次？"),
        ("我们的儿子明年上小学。", "孩子什么时候入学？"),
        ("我害怕坐飞机。", "我怕什么？"),
        ("租约六月底到期。", "我们什么时候得搬出公寓？"),
        ("我最爱看侦探小说。", "我喜欢什么书？"),
        ("老板答应给我加薪。", "我会挣得更多吗？"),
        ("我每天早上吃降压药。", "我需要什么药？"),
        ("我们在院子里种西红柿和西葫芦。", "我们种什么蔬菜？"),
        ("我最好的朋友住在加拿大。", "我朋友在哪个国家？"),
    ),
}
"""By language: what is said, and a question that it answers, in the same order everywhere."""
IN_ENGLISH = (
    "When did my grandmother die?", "Where are we getting married?", "What is wrong with my computer?", "How often do I exercise?",
    "When does our child start school?", "What am I afraid of?", "When do we have to leave the flat?", "Which books do I like?",
    "Will I earn more?", "Which medicine do I need?", "Which vegetables do we grow?", "In which country does my friend live?",
)  # fmt: skip


def plain(model: Embedder, text: str) -> Floats:
    """The raw unit vector of a text by float32 in numpy, from the same weights: what the runtime is measured by."""
    encoder = model.model.encoder()
    (ids,) = model.encoded([text])

    def norm(x: Floats, by: Norm) -> Floats:
        x = x - x.mean(-1, keepdims=True)
        made: Floats = x / np.sqrt((x * x).mean(-1, keepdims=True) + encoder.epsilon) * by.gain + by.bias
        return made

    x = norm(model.model.states(np.array(ids)), encoder.norm)
    for layer in encoder.layers:
        query, key, value = (x @ layer.qkv.weight + layer.qkv.bias).reshape(len(ids), 3, encoder.heads, -1).transpose(1, 2, 0, 3)
        scores = np.exp(query @ key.swapaxes(-1, -2) / query.shape[-1] ** 0.5)
        scores /= scores.sum(-1, keepdims=True)
        mixed = (scores @ value).transpose(1, 0, 2).reshape(len(ids), -1)
        x = norm(x + mixed @ layer.mixed.weight + layer.mixed.bias, layer.after_mixing)
        wide = x @ layer.wide.weight + layer.wide.bias
        wide = wide * (1 + np.vectorize(math.erf)(wide / 2**0.5)) / 2
        x = norm(x + wide @ layer.narrow.weight + layer.narrow.bias, layer.after_widening)
    return embedder.unit(x.mean(0).astype(np.float32))


def first(model: Embedder, questions: Sequence[str], statements: Sequence[str]) -> float:
    """Share of the questions that lie nearest to their own statement, which stands in the same place."""
    near = model.embed(questions) @ model.embed(statements).T
    return float((near.argmax(1) == np.arange(len(questions))).mean())


def told_first(model: Embedder, path: Path = TALK) -> float:
    """Share of the questions to which the clause that answers lies nearer than any other one of the file."""
    items = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    return first(model, [i["ask"] for i in items], [i["line"] for i in items] + [i[k] for i in items for k in ("notline", "beside")])


def milliseconds(run: Callable[[str], object]) -> float:
    """Of one text, one after the other."""
    rounds = []
    for _ in range(ROUNDS):
        started = time.perf_counter()
        for text in TEXTS:
            run(text)
        rounds.append(1000 * (time.perf_counter() - started) / len(TEXTS))
    return statistics.median(rounds)


def main() -> None:
    print("| model | ms a text | cosine to float32, least and mean | questions answered first in the same language | asked in English |")
    print("|---" * 5 + "|")
    models = {name: Embedder(name) for name in embedder.OFFERED}
    for name, model in models.items():
        cosines = [float(model.raw([text])[0] @ plain(model, text)) for text in TEXTS]
        spent = milliseconds(lambda text, model=model: model.raw([text]))  # type: ignore[misc]
        same = {language: first(model, [q for _, q in rows], [s for s, _ in rows]) for language, rows in STATED.items()}
        across = {language: first(model, IN_ENGLISH, [s for s, _ in rows]) for language, rows in STATED.items()}
        shares = [", ".join(f"{language} {share:.2f}" for language, share in found.items()) for found in (same, across)]
        print(f"| {name} | {spent:.1f} | {min(cosines):.4f}, {statistics.mean(cosines):.4f} | {shares[0]} | {shares[1]} |")
    print()
    for name, model in models.items():
        found = calibration.measured(model.embed(calibration.texts()).tolist())
        print(f"{name}: {found.thresholds}; knows {', '.join(f'{k} {v:.2f}' for k, v in found.languages.items())}")
        print(f"{name}: told in passing, found first {told_first(model):.2f}")


if __name__ == "__main__":
    main()
