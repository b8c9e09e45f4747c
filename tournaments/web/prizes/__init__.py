"""Prizes, categories and the cash box of a day; and all that its end asks for, from one button."""
