"""What lasts longer than a tournament: seasons, leagues, formats of an organisation's own."""
