"""E-mail: one's own card and the standings to those who left an address, the report to the region."""
