"""Set-up: a tournament is declared on one page; its rules are shown on a public page."""
