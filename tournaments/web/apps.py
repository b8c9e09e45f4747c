from django.apps import AppConfig


class WebConfig(AppConfig):
    """Every page and API of the program; it has no models."""

    name = "tournaments.web"
    label = "web"
