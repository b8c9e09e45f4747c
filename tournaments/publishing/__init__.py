"""Publication: freeze the standings at a version, draw papers, write the files that are published."""
