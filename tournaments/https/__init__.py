"""Serve https beside http on a laptop: certificates, a listener, and the tablet's page as an installed app.

Optional: one line in `INSTALLED_APPS` and one in `config/urls.py`. Nothing here answers unless the laptop was
started with `--https`.
"""
