"""One computer that serves a hall: its web server, its worker, updates, and repair at start."""
