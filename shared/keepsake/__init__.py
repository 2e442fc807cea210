"""Keepsake: a serverless long-term memory for AI agents."""
