"""Pages of optional packages, for tests that use them if the package is installed."""

from django.apps import apps


def pages_of(package: str, *pages: str) -> list[str]:
    """Return the pages if the package is installed, else none."""
    return list(pages) if apps.is_installed(f"tournaments.{package}") else []
