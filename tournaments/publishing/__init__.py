"""Publication: freeze the standings at a version, draw papers, make the files that leave the hall."""
