"""The local run: the real template, a real OpenSearch and real embeddings on one machine, without Docker."""
