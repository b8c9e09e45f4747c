"""What a judge says: cards and scores in words, and the rulings of the rule book (rules.md §2.4, §5.1)."""
