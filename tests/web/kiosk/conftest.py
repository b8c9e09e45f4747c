"""The hall of the tablets' tests, and kiosks in real browsers at its door."""

from tests.web.tablet_app.conftest import _patience, hall, halls

__all__ = ["_patience", "hall", "halls"]
