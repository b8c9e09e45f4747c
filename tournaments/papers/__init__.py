"""The papers: plain rows in, PDF bytes out. One file, one paper; no models, no HTTP.

``values.py`` holds what the callers give. Words follow the language that is active in the caller;
numbers and the document's own language follow ``DayHeader.language``.
"""
