"""Prizes, categories and the cash box of a tournament; and all papers of its end, from one button."""
