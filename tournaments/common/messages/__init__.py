"""The messages and errors that people read, by code."""
