"""The desk: slips come in, results go into the score book, keyboard only."""
