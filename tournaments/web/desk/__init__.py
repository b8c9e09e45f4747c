"""The desk: slips come in, results go into the score book, by keyboard only."""
