"""Registration: the roster, imported lists, check-in, and the page of a person."""
