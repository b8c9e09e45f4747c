"""Golden data: all answers of the program about twenty tournaments, compared with earlier ones."""
