"""Runs one component of a FATE installation as a program of FATE Flow BPM (docs/fate-python.md)."""
