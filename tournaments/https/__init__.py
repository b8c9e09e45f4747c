"""https beside http on a laptop: its certificates, its listener, and the tablet's page as an installed app.

A room that can be left out: one line in `INSTALLED_APPS` and one in `config/urls.py`. Nothing here answers
unless the laptop was started with `--https`.
"""
