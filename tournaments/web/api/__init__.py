"""The API for reading: what everybody may follow, as JSON, in the rows of the export (docs/api.md)."""
