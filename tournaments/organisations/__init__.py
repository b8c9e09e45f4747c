"""Objects that outlast a tournament: seasons, leagues, an organisation's own formats."""
