"""What every other package uses: the audit log, jobs, messages, and cleaning of input."""
