"""All of a user as a file."""

from __future__ import annotations

from keepsake import api, bootstrap, facade, jobs, settings
from keepsake.facade import Reply, Visit
from keepsake.flows.portability import exports
from keepsake.mem0 import filters, owners, requests
from keepsake.mem0.filters import Owner
from keepsake.rules.recall.filters import wrong


def export(visit: Visit) -> Reply:
    asked = facade.memory(requests.ExportRequest, requests.served(visit.body))
    wanted = filters.read(asked.conditions, visit.caller.user_id)
    (user, others) = filters.one_user(wanted)
    if others:
        raise wrong("filters", "an export is of one user: name the user_id alone")
    container = owners.scope(visit, asked, Owner()).container
    request = facade.memory(api.ExportRequest, {"user_id": user, "container": container})
    started = exports.request(bootstrap.store(), visit.caller, request, visit.now)
    jobs.begin(settings.current().exports_function, export_id=started.export_id, tenant=started.tenant)
    told = "The file will hold the memories as they are, with their history and what proves them."
    if asked.schema_ or asked.export_instructions:
        told += " The schema and instructions are not applied."
    return Reply({"message": f"Memory export request received. {told}", "id": started.export_id}, 201)


def exported(visit: Visit) -> Reply:
    asked = facade.memory(requests.ExportQuery, requests.served(visit.body))
    if asked.memory_export_id is None:
        raise wrong("memory_export_id", "name the export: its id came with the answer to its request")
    view = exports.report(bootstrap.store(), bootstrap.files(), visit.caller, asked.memory_export_id)
    return Reply({"id": view.export_id, **view.model_dump(mode="json")})
