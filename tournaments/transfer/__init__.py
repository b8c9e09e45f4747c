"""A tournament leaves this machine and comes back: copies, backups, dry runs, removal."""
