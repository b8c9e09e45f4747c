"""One computer that serves a hall: its web server, its worker, and repair at start."""
