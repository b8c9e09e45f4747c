"""Shared code of all packages: the audit log, jobs, messages, and cleaning of input."""
