"""E-mail: players' own cards and the standings to those who left an address, the report to the region."""
