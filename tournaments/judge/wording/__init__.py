"""What a judge says: scores and their reasons in words (rules.md §2.4, §5.1)."""
