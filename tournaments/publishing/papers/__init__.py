"""The papers of a tournament: what is on each, who may print it and when, and the jobs that draw it."""
