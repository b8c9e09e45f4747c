"""The judge's answers: scores and their reasons in words (rules.md §2.4, §5.1)."""
