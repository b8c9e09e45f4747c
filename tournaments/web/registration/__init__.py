"""The door: the roster, lists brought along, check-in, and the page of a person."""
