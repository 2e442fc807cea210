"""The Model Context Protocol: how an agent's host calls a few tools of the API (modelcontextprotocol.io)."""
