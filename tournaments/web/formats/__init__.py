"""Formats, shipped ones and those of an organisation, each on a page with its rules and numbers."""
