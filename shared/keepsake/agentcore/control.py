"""AgentCore's control plane: memories as resources."""

from __future__ import annotations

from functools import partial

from keepsake import bootstrap
from keepsake.agentcore import answers, memories, names, requests, visits
from keepsake.facade import Reply, Visit
from keepsake.flows.governance import banks
from keepsake.records.banks import Bank


def create_memory(visit: Visit) -> Reply:
    asked = visits.body(visit, requests.CreateMemory)
    bank = banks.create(bootstrap.store(), visit.caller, memories.made(visit.caller.tenant, asked, visit.now))
    return _resource(visit, bank, 202)


def get_memory(visit: Visit) -> Reply:
    return _resource(visit, visits.bank(visit))


def list_memories(visit: Visit) -> Reply:
    asked = visits.body(visit, requests.Paged)
    found, token = banks.listed(bootstrap.store(), visit.caller, asked.max_results, asked.next_token)
    return Reply(answers.page("memories", [answers.memory_line(b, memories.arn(b, visit.headers)) for b in found], token))


def update_memory(visit: Visit) -> Reply:
    asked = visits.body(visit, requests.UpdateMemory)
    changed = partial(memories.changed, asked=asked, now=visit.now)
    container, name = names.memory(visit.path["memory"])
    return _resource(visit, banks.change(bootstrap.store(), visit.caller, container, name, changed), 202)


def delete_memory(visit: Visit) -> Reply:
    bank = visits.bank(visit)
    banks.delete(visits.store(visit), bootstrap.consolidate_queue(), visit.caller, bank, visit.now, visit.left_s)
    return Reply({"memoryId": bank.container, "status": "DELETING"}, 202)


def _resource(visit: Visit, bank: Bank, status: int = 200) -> Reply:
    return Reply({"memory": answers.memory(bank, memories.arn(bank, visit.headers))}, status)
