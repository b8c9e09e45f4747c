"""Destinations of publications: files are sent whole and once, however bad the connection is."""
