"""The judge's page: the rules in words, the rulings, and counters for cards and results.

A room that can be left out: one line in `INSTALLED_APPS` and one in `config/urls.py`.
"""
