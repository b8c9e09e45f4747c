"""The judge's page: the rules in words, the rulings, and counters for cards and results.

An optional app: one line in `INSTALLED_APPS` and one in `config/urls.py`.
"""
