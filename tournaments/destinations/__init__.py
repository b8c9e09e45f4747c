"""Where publications go, and how they get there: by file, whole, once, however bad the connection is."""
