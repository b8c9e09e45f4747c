"""Move a tournament between machines: copies, backups, removal; simulated tournaments and the training."""
