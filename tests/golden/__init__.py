"""Golden data: all that the program answers about twenty tournaments, compared with what it answered."""
