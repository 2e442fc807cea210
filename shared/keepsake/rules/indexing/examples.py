"""Labelled texts by which an embedding model shows what its cosines mean. Written from general knowledge, and about nobody.

Each row is one matter: a statement, the same in other words, the same with another value, the change from one value to the other as it
is told, and a question that the statement answers.
Rows of one language are about different matters, so statements of two rows have nothing to do with each other.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


class Matter(NamedTuple):
    said: str
    again: str
    """The same in other words."""
    otherwise: str
    """The same with another value."""
    changed: str
    """How somebody says that it is so now."""
    asked: str


class Label(NamedTuple):
    name: str
    synonym: str
    """Another name of the same thing."""
    kin: str
    """Of the same sort, and another thing."""


MATTERS: Mapping[str, tuple[Matter, ...]] = {
    "en": (
        Matter(
            "I live in Berlin.", "My home is in Berlin.", "I live in Munich.",
            "Actually I moved to Munich last month.", "Which city is my home?",
        ),
        Matter(
            "I work as a nurse at a hospital.", "I'm employed as a hospital nurse.", "I work as a cook at a hospital.",
            "I'm not a nurse any more, I became a cook.", "What is my job?",
        ),
        Matter(
            "I'm allergic to peanuts.", "I have a peanut allergy.", "I'm allergic to shellfish.",
            "Sorry, it's shellfish that I can't eat.", "What should I not eat?",
        ),
        Matter(
            "My sister is called Nora.", "Nora is my sister's name.", "My sister is called Ruth.",
            "No, my sister's name is Ruth.", "Do I have siblings?",
        ),
        Matter(
            "I drive an old red van.", "The car I drive is an old red van.", "I drive a small electric car.",
            "I sold the van and bought an electric car.", "What do I get around in?",
        ),
        Matter(
            "The user prefers tea to coffee.", "The user likes tea more than coffee.", "The user prefers juice to coffee.",
            "The user has gone off tea and now prefers juice.", "What does the user like to drink?",
        ),
        Matter(
            "our meetings are on tuesday mornings", "we meet every tuesday morning", "our meetings are on friday mornings",
            "scratch that, we moved the weekly call to fridays", "When does the team come together?",
        ),
        Matter(
            "the server runs on version 14", "version 14 is what the server runs", "the server runs on version 16",
            "we upgraded the server to 16 yesterday", "Which release is installed?",
        ),
        Matter(
            "I'm training for a marathon in spring.", "I'm preparing to run a marathon this spring.",
            "I'm training for a triathlon in spring.",
            "I switched to triathlon training instead.", "What sport do I do?",
        ),
        Matter(
            "The user plays the piano every evening.", "Every evening the user is at the piano.",
            "The user plays the violin every evening.",
            "The user gave up the piano for the violin.", "Is the user musical?",
        ),
        Matter(
            "My rent is 900 euros a month.", "I pay 900 euros in rent each month.", "My rent is 1,200 euros a month.",
            "They raised the rent to 1,200 euros.", "How much does my flat cost?",
        ),
        Matter(
            "We have two cats.", "There are two cats in our home.", "We have two dogs.",
            "We gave the cats away and got dogs.", "Do we keep any pets?",
        ),
    ),
    "de": (
        Matter(
            "Ich wohne in Hamburg.", "Ich bin in Hamburg zu Hause.", "Ich wohne in Leipzig.",
            "Ich bin inzwischen nach Leipzig gezogen.", "In welcher Stadt lebe ich?",
        ),
        Matter(
            "Ich arbeite als Lehrerin an einer Grundschule.", "Ich bin Grundschullehrerin von Beruf.",
            "Ich arbeite als Köchin an einer Grundschule.",
            "Ich bin keine Lehrerin mehr, sondern Köchin.", "Was ist mein Beruf?",
        ),
        Matter(
            "Ich vertrage keine Milch.", "Milch vertrage ich nicht.", "Ich vertrage keine Nüsse.",
            "Es sind doch die Nüsse, die ich nicht vertrage.", "Was soll ich nicht essen?",
        ),
        Matter(
            "Mein Bruder heißt Jonas.", "Jonas ist der Name meines Bruders.", "Mein Bruder heißt Felix.",
            "Nein, mein Bruder heißt Felix.", "Habe ich Geschwister?",
        ),
        Matter(
            "Ich fahre mit dem Fahrrad zur Arbeit.", "Zur Arbeit nehme ich das Fahrrad.", "Ich fahre mit dem Bus zur Arbeit.",
            "Zur Arbeit nehme ich jetzt den Bus.", "Wie komme ich ins Büro?",
        ),
        Matter(
            "Abends spiele ich Gitarre.", "Am Abend spiele ich auf der Gitarre.", "Abends spiele ich Schach.",
            "Statt Gitarre spiele ich abends jetzt Schach.", "Mache ich Musik?",
        ),
    ),
    "es": (
        Matter(
            "Vivo en Sevilla.", "Mi casa está en Sevilla.", "Vivo en Bilbao.",
            "Al final me mudé a Bilbao.", "¿En qué ciudad vivo?",
        ),
        Matter(
            "Trabajo de enfermero en un hospital.", "Soy enfermero en un hospital.", "Trabajo de cocinero en un hospital.",
            "Ya no soy enfermero, ahora soy cocinero.", "¿A qué me dedico?",
        ),
        Matter(
            "Soy alérgica al polen.", "Tengo alergia al polen.", "Soy alérgica a los gatos.",
            "En realidad mi alergia es a los gatos.", "¿Qué alergias tengo?",
        ),
        Matter(
            "Mi hija se llama Lucía.", "Lucía es el nombre de mi hija.", "Mi hija se llama Carmen.",
            "No, mi hija se llama Carmen.", "¿Tengo hijos?",
        ),
        Matter(
            "Prefiero el té al café.", "Me gusta más el té que el café.", "Prefiero el zumo al café.",
            "Ahora me gusta más el zumo.", "¿Qué me gusta beber?",
        ),
        Matter(
            "Estoy aprendiendo a nadar.", "Ahora aprendo a nadar.", "Estoy aprendiendo a conducir.",
            "Cambié la natación por la conducción.", "¿Qué deporte hago?",
        ),
    ),
    "fr": (
        Matter(
            "J'habite à Nantes.", "Je vis à Nantes.", "J'habite à Lille.",
            "J'ai déménagé à Lille entre-temps.", "Dans quelle ville est mon logement ?",
        ),
        Matter(
            "Je suis boulangère dans un village.", "Mon métier est boulangère, dans un village.", "Je suis pharmacienne dans un village.",
            "Je ne suis plus boulangère mais pharmacienne.", "Quel est mon métier ?",
        ),
        Matter(
            "Je ne mange pas de viande.", "La viande, je n'en mange pas.", "Je ne mange pas de poisson.",
            "C'est le poisson que je ne mange pas, en fait.", "Quel est mon régime ?",
        ),
        Matter(
            "Ma femme s'appelle Claire.", "Claire est le prénom de ma femme.", "Ma femme s'appelle Sophie.",
            "Non, ma femme s'appelle Sophie.", "Suis-je marié ?",
        ),
        Matter(
            "J'ai un chien noir.", "Mon chien est noir.", "J'ai un chat noir.",
            "En fait, c'est un chat que j'ai.", "Ai-je des animaux ?",
        ),
        Matter(
            "Je pars en vacances en juillet.", "Mes vacances sont en juillet.", "Je pars en vacances en mars.",
            "Finalement je pars en mars.", "Quand suis-je absent ?",
        ),
    ),
    "zh": (
        Matter(
            "我住在上海。", "我的家在上海。", "我住在成都。",
            "我已经搬到成都了。", "我住在哪个城市？",
        ),
        Matter(
            "我是一名小学老师。", "我在小学当老师。", "我是一名医院护士。",
            "我不当老师了，现在是护士。", "我的职业是什么？",
        ),
        Matter(
            "我对花生过敏。", "我有花生过敏症。", "我对海鲜过敏。",
            "其实我是对海鲜过敏。", "我不能吃什么？",
        ),
        Matter(
            "我妹妹叫小雨。", "小雨是我妹妹的名字。", "我妹妹叫小梅。",
            "不，我妹妹叫小梅。", "我有兄弟姐妹吗？",
        ),
        Matter(
            "我每天骑自行车上班。", "我天天骑车去上班。", "我每天坐地铁上班。",
            "我现在改坐地铁上班了。", "我怎么去公司？",
        ),
        Matter(
            "我喜欢弹钢琴。", "我爱好弹钢琴。", "我喜欢下象棋。",
            "我不弹钢琴了，现在下象棋。", "我会乐器吗？",
        ),
    ),
}  # fmt: skip
"""Sensible by the language: nobody's model has to know them all."""

LABELS: tuple[Label, ...] = (
    Label("films", "movies", "series"),
    Label("running shoe", "running shoes", "racing shoes"),
    Label("holiday", "vacation", "weekend"),
    Label("physician", "doctor", "patient"),
    Label("car", "automobile", "bicycle"),
    Label("sofa", "couch", "armchair"),
    Label("colour", "color", "shape"),
    Label("cats", "cat", "dogs"),
    Label("recipe", "recipes", "restaurants"),
    Label("red wine", "red wines", "white wine"),
    Label("fitness", "physical fitness", "health"),
    Label("time zone", "timezone", "time off"),
)


def texts() -> tuple[str, ...]:
    """Each text once, in the order of its standing here."""
    said = [text for rows in MATTERS.values() for row in rows for text in row]
    return tuple(dict.fromkeys([*said, *(text for row in LABELS for text in row)]))
