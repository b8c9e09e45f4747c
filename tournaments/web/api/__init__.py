"""The API for reading: everything public, as JSON, in the rows of the export (docs/api.md)."""
