"""Measurements of Keepsake, run against the local run."""
