"""The tablet at a table: one page that stays open all day, and the page that takes an offline code.

Everything that a table does happens in the browser and over /api/1/ (docs/protocol.md). The page brings along
the words of both languages and every script, so that it goes on working while nobody answers.
"""
