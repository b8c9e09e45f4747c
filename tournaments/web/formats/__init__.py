"""Formats that are shipped and those of an organisation's own, each on a page with its rules and numbers."""
