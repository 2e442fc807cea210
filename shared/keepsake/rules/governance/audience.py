"""Who may see a record: one rule for recall, the lists, a memory's case and links, and all that quotes its evidence (rows V3, Q5)."""

from __future__ import annotations

from collections.abc import Collection

from keepsake.records import AccessControl, Durability, Event, Memory, Principal, Sensitivity, Visibility
from keepsake.rules.policy import Policy


def of_tier(observation: Memory, policy: Policy) -> Memory:
    """The observation as its container's tier shows it (row W4): what comes of it is for all users of the container where it is lasting,
    not sensitive, and nobody said otherwise. It stays its user's own, so that its evidence, erasure and quarantine find it."""
    lasting = observation.durability in (Durability.PERSISTENT, Durability.PERMANENT)
    unsaid = observation.access == AccessControl()
    if policy.tier_scope == "user" or not lasting or not unsaid or observation.sensitivity is Sensitivity.SENSITIVE:
        return observation
    return observation.model_copy(update={"access": AccessControl(visibility=Visibility.PUBLIC)})


def of_user(record: Memory | Event, user_id: str | None, roles: Collection[str]) -> bool:
    """Private is the user's whom it is about, shared theirs who are named, public everyone's in the container. Events are private."""
    if record.scope.user_id == user_id:
        return True
    if isinstance(record, Event) or record.access.visibility is Visibility.PRIVATE:
        return False
    if record.access.visibility is Visibility.PUBLIC:
        return True
    return user_id in record.access.allowed_users or bool(set(record.access.allowed_roles) & set(roles))


def of_agent(record: Memory | Event, agent_id: str | None) -> bool:
    """A memory is for the agents of its scope, for all where it names none; what was said is its own agent's."""
    if isinstance(record, Event):
        return record.scope.agent_id in (None, agent_id)
    return not record.agent_scope or agent_id in record.agent_scope


def of_key(record: Memory | Event, principal: Principal) -> bool:
    """For a key that reached it within its bindings: one bound to an agent sees what that agent may, another governs all of them."""
    return principal.agent_id is None or of_agent(record, principal.agent_id)
