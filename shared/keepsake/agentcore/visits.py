"""What a request of AgentCore's clients names: the memory, the actor and the session, and its checked body."""

from __future__ import annotations

from typing import TypeVar

from pydantic import BaseModel

from keepsake import api, bootstrap, facade, gateway
from keepsake.agentcore import names
from keepsake.facade import Visit
from keepsake.flows.fence import Fenced
from keepsake.flows.governance import banks
from keepsake.records import Scope
from keepsake.records.banks import Bank
from keepsake.rules.governance import identity
from keepsake.rules.governance.identity import Asked

Body = TypeVar("Body", bound=BaseModel)


def bank(visit: Visit) -> Bank:
    """Raises NotFound, and Forbidden for a container that the key is not bound to."""
    return banks.one(bootstrap.store(), visit.caller, *names.memory(visit.path["memory"]))


def body(visit: Visit, model: type[Body]) -> Body:
    return gateway.checked(model, visit.body)


def scope(visit: Visit, bank: Bank, actor: str | None, session: str | None) -> Scope:
    """Raises Forbidden for an actor that the key is not bound to, Invalid for a name that is none."""
    fields = {"container": bank.container, "user_id": actor, "session_id": session}
    named = facade.verbatim(api.ScopeQuery, {k: v for k, v in fields.items() if v is not None})
    return identity.effective(visit.caller, Asked(named.container, None, named.user_id, visit.caller.agent_id, named.session_id))


def store(visit: Visit) -> Fenced:
    return Fenced(bootstrap.store(), visit.now)
