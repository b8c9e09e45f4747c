"""Help: the guide as pages, and which of its sections explains each page of the program."""
