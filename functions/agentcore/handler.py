"""Amazon Bedrock AgentCore Memory's data and control plane at /v1/agentcore: its clients work unmodified"""

from __future__ import annotations

from typing import Any

from keepsake import facade
from keepsake.agentcore import control, events, jobs, records, refusals
from keepsake.api import MOST_CARRIED_BYTES
from keepsake.facade import Door, Operation
from keepsake.records import Permission


def handler(event: dict[str, Any], context: Any) -> dict[str, Any]:
    return facade.serve(event, context, DOOR)


READ, WRITE, ADMIN = Permission.READ, Permission.WRITE, Permission.ADMIN
_EVENTS = "/memories/{memory}/actor/{actor}/sessions/{session}"
DOOR = Door(
    "agentcore",
    {
        "POST /memories/{memory}/events": Operation(WRITE, events.create_event, MOST_CARRIED_BYTES),
        "POST /memories/{memory}/ingest": Operation(WRITE, events.ingest_data, MOST_CARRIED_BYTES),
        f"POST {_EVENTS}": Operation(READ, events.list_events),
        f"GET {_EVENTS}/events/{{event}}": Operation(READ, events.get_event, bodiless=True),
        f"DELETE {_EVENTS}/events/{{event}}": Operation(WRITE, events.delete_event, bodiless=True),
        "POST /memories/{memory}/actors": Operation(READ, events.list_actors),
        "POST /memories/{memory}/actor/{actor}/sessions": Operation(READ, events.list_sessions),
        "POST /memories/{memory}/extractionJobs": Operation(READ, jobs.list_jobs),
        "POST /memories/{memory}/extractionJobs/start": Operation(WRITE, jobs.start_job),
        "POST /memories/{memory}/retrieve": Operation(READ, records.retrieve),
        "POST /memories/{memory}/memoryRecords": Operation(READ, records.list_records),
        "GET /memories/{memory}/memoryRecord/{record}": Operation(READ, records.get_record, bodiless=True),
        "DELETE /memories/{memory}/memoryRecords/{record}": Operation(WRITE, records.delete_record, bodiless=True),
        "POST /memories/{memory}/memoryRecords/batchCreate": Operation(WRITE, records.batch_create, MOST_CARRIED_BYTES),
        "POST /memories/{memory}/memoryRecords/batchUpdate": Operation(WRITE, records.batch_update, MOST_CARRIED_BYTES),
        "POST /memories/{memory}/memoryRecords/batchDelete": Operation(WRITE, records.batch_delete),
        "POST /memories/create": Operation(WRITE, control.create_memory),
        "POST /memories": Operation(READ, control.list_memories),
        "GET /memories/{memory}/details": Operation(READ, control.get_memory, bodiless=True),
        "PUT /memories/{memory}/update": Operation(ADMIN, control.update_memory),
        "DELETE /memories/{memory}/delete": Operation(ADMIN, control.delete_memory, bodiless=True),
    },
    refusals.refusal,
)
