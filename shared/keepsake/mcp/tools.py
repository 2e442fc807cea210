"""The tools that an agent's model sees: one table of names, words, arguments and answers. The names are those that other memories use, so
that prompts written for them fit. Whose memory it is follows from the key or the address, never from an argument: a model is easily
talked into another name."""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any, Literal, NamedTuple, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from keepsake import api
from keepsake.records import Permission


class Model(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True, hide_input_in_errors=True)


class Message(Model):
    role: Literal["user", "assistant", "system", "tool"] = "user"
    content: Annotated[api.EventText, Field(min_length=1)]


class AddMemory(Model):
    text: Annotated[api.EventText, Field(min_length=1)] | None = Field(
        None, description="What the user said or wants remembered, in their own words."
    )
    messages: Annotated[tuple[Message, ...], Field(max_length=api.MOST_EVENTS)] = Field(
        (), description="Or a part of the conversation, oldest first."
    )

    @model_validator(mode="after")
    def one_form(self) -> Self:
        if (self.text is None) == (not self.messages):
            raise ValueError("give text or messages")
        return self


class Added(Model):
    batch_id: str
    status: str = Field(description="`accepted`: it is safe; what is worth keeping can be found within seconds.")
    events: int = Field(description="Messages taken.")


class SearchMemories(Model):
    query: Annotated[str, Field(min_length=1, max_length=8000)] = Field(description="What to know, as a question or a few words.")
    top_k: Annotated[int, Field(ge=1, le=api.MOST_TOP_K)] = Field(10, description="How many at most.")


class Found(Model):
    id: str
    kind: str
    memory: str
    score: float = Field(description="Fit to the query; higher is better, within one search.")
    valid_from: str | None = Field(None, description="Since when it holds.")
    why: tuple[str, ...] = Field((), description="How it was found.")


class FoundMemories(Model):
    memories: tuple[Found, ...]
    recall_id: str


class GetMemories(Model):
    limit: Annotated[int, Field(ge=1, le=200)] = Field(50, description="How many a page holds.")
    cursor: str | None = Field(None, description="`next_cursor` of the page before.")


class Kept(Model):
    id: str
    memory: str
    category: str
    subject: str
    created_at: str


class KeptMemories(Model):
    memories: tuple[Kept, ...]
    next_cursor: str | None = None


class ById(Model):
    id: Annotated[str, Field(min_length=1, max_length=256)] = Field(description="The memory's id, as `search_memories` gives it.")


class Evidence(Model):
    said: str
    stance: Literal["for", "against"]
    verdict: str
    reason: str


class OneMemory(Model):
    id: str
    memory: str
    category: str
    subject: str
    status: str
    validity: str
    trust: str
    confidence: float
    valid_from: str
    valid_to: str | None = None
    evidence: tuple[Evidence, ...] = Field((), description="Why it is believed, and what stands against it.")
    said: tuple[str, ...] = Field((), description="The messages that it rests on.")


class UpdateMemory(ById):
    text: Annotated[str, Field(min_length=1, max_length=8000)] = Field(description="What it should say.")


class Done(Model):
    id: str
    done: bool = True


class Ask(Model):
    question: Annotated[str, Field(min_length=1, max_length=8000)] = Field(description="A question about the user or what they said.")


class Sentence(Model):
    text: str
    memory_ids: tuple[str, ...]


class Answered(Model):
    answer: str
    sentences: tuple[Sentence, ...] = Field((), description="Each with the memories that it rests on.")
    missing: tuple[str, ...] = Field((), description="What no memory tells.")


class Search(Model):
    query: Annotated[str, Field(min_length=1, max_length=8000)] = Field(description="What to look for.")


class Result(Model):
    id: str
    title: str
    url: str


class Results(Model):
    results: tuple[Result, ...]


class Document(Model):
    id: str
    title: str
    text: str
    url: str
    metadata: dict[str, str] = Field(default_factory=dict)


class Tool(NamedTuple):
    name: str
    title: str
    description: str
    arguments: type[Model]
    answer: type[Model]
    permission: Permission = Permission.READ
    destructive: bool = False
    idempotent: bool = True


READ, WRITE = Permission.READ, Permission.WRITE
TOOLS: tuple[Tool, ...] = (
    Tool(
        "search_memories",
        "Search memories",
        "Find what is remembered about the user that fits a question or topic. Call it before answering anything that may depend on who "
        "the user is, what they like, or what was agreed earlier.",
        SearchMemories,
        FoundMemories,
    ),
    Tool(
        "add_memory",
        "Remember",
        "Remember what the user said: preferences, facts about them, decisions, plans, standing instructions. Give their own words; what "
        "is worth keeping is found out by itself, and changes of mind are understood.",
        AddMemory,
        Added,
        WRITE,
        idempotent=False,
    ),
    Tool("ask_memory", "Ask the memory", "Answer a question from memory alone, each sentence with the memories behind it.", Ask, Answered),
    Tool("get_memories", "List memories", "List what is remembered, the newest first, page by page.", GetMemories, KeptMemories),
    Tool("get_memory", "One memory", "One memory whole: what it says, since when it holds, and why it is believed.", ById, OneMemory),
    Tool(
        "update_memory",
        "Correct a memory",
        "Correct what a memory says, when the user says that it is wrong. The former words stay in its history.",
        UpdateMemory,
        OneMemory,
        WRITE,
    ),
    Tool(
        "delete_memory",
        "Forget a memory",
        "Delete one memory, when the user asks to forget it. It can be restored for 30 days.",
        ById,
        Done,
        WRITE,
        destructive=True,
    ),
    Tool("search", "Search", "Find memories for a query; `fetch` gives one whole. Some hosts look for these names.", Search, Results),
    Tool("fetch", "Fetch", "One memory that `search` found, whole.", ById, Document),
)
BY_NAME: dict[str, Tool] = {tool.name: tool for tool in TOOLS}


@cache
def described(tool: Tool) -> dict[str, Any]:
    """The tool as `tools/list` shows it."""
    read_only = tool.permission is READ
    return {
        "name": tool.name,
        "title": tool.title,
        "description": tool.description,
        "inputSchema": _schema(tool.arguments, "validation"),
        "outputSchema": _schema(tool.answer, "serialization"),
        "annotations": {
            "title": tool.title,
            "readOnlyHint": read_only,
            "destructiveHint": tool.destructive,
            "idempotentHint": tool.idempotent,
            "openWorldHint": False,
        },
    }


def _schema(model: type[Model], mode: Literal["validation", "serialization"]) -> dict[str, Any]:
    """Without references and titles: some hosts follow none, and models read neither."""
    schema = model.model_json_schema(mode=mode)
    return dict(_plain(schema, schema.get("$defs", {})))


def _plain(value: Any, defs: dict[str, Any], names: bool = False) -> Any:
    """`names`: the keys are the model's own fields."""
    if isinstance(value, list):
        return [_plain(v, defs) for v in value]
    if not isinstance(value, dict):
        return value
    if "$ref" in value:
        return _plain(defs[value["$ref"].rsplit("/", 1)[-1]], defs)
    return {k: _plain(v, defs, k == "properties") for k, v in value.items() if names or k not in ("title", "$defs")}
