"""One turn of a conversation: recalled for before, captured after."""

from __future__ import annotations

from keepsake_client import models
from keepsake_client.inputs import ExchangeInput


class Turn:
    def __init__(self, message: str, recalled: models.RecallAnswer) -> None:
        self.message = message
        self.recalled = recalled
        self.exchange: ExchangeInput | None = None
        self.captured: models.CaptureAnswer | None = None
        """Once the turn is over."""

    @property
    def context(self) -> str:
        """For the prompt: what is known that has to do with the message."""
        return self.recalled.formatted_context

    def reply(self, text: str) -> str:
        """Says what the assistant answered, which is captured with the message when the turn is over. Gives the text back."""
        self.exchange = {"user": self.message, "assistant": text}
        return text
