"""Move a tournament between machines: copies, backups, dry runs, removal."""
