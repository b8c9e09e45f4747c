"""The papers: plain rows in, PDF bytes out. One file, one paper; no models, no HTTP.

``values.py`` has the values that callers pass. Words follow the language that is active in the caller;
numbers and the document's own language follow ``TournamentHeader.language``.
"""
