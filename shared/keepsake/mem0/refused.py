"""What mem0's platform does and Keepsake does not: each address with a sentence on what to use instead."""

from __future__ import annotations

ORGANISATIONS = (
    "Organizations, projects and members are not managed here: a tenant is one, and what a key may do is said when it is made (POST "
    "/v1/admin/keys). Instructions and categories of a project are not served: what is kept is decided alike for all."
)
WEBHOOKS = "Webhooks are not served: ask GET /v1/mem0/v1/event/{event_id}/ how far an addition is."
PROFILES = "Generated profiles are not served: GET /v1/profile of the native API shows a user's values with what proves each."
ENTITIES = "An entity begins with the first memory that names it: add one with its user_id, agent_id, app_id or run_id."
SUMMARIES = "Summaries of a filter are not served: GET /v1/topics has one for each topic, POST /v1/reflect answers a question."
STATISTICS = "Statistics are not served here: the dashboard of the deployment counts requests and memories."

INSTEAD: dict[str, str] = {
    **{
        f"{method} /api/v1/orgs/organizations{rest}": ORGANISATIONS
        for rest in (
            "", "/{org}", "/{org}/members", "/{org}/projects", "/{org}/projects/{project}", "/{org}/projects/{project}/members",
        )
        for method in ("GET", "POST", "PUT", "PATCH", "DELETE")
    },
    **{
        f"{method} /api/v1/webhooks/{rest}": WEBHOOKS
        for rest in ("projects/{project}", "{webhook}")
        for method in ("GET", "POST", "PUT", "DELETE")
    },
    **{
        f"{method} /v2/profiles/{rest}": PROFILES
        for rest in ("jobs", "jobs/{job}", "settings")
        for method in ("GET", "POST")
    },
    "GET /v2/entities/{type}/{name}/profile": PROFILES,
    **{f"POST /v1/{kind}": ENTITIES for kind in ("users", "agents", "apps", "runs")},
    "POST /v1/summary": SUMMARIES,
    "GET /v1/stats": STATISTICS,
    "GET /v1/entities/filters": STATISTICS,
}  # fmt: skip
"""By `METHOD /path`."""
