"""WSGI entry point."""

import gc
import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
pages = get_wsgi_application()

from tournaments.system import clock  # noqa: E402 - needs the settings
from tournaments.web.device_api.handler import beside  # noqa: E402 - needs the settings
from tournaments.web.monitoring.endpoints import watched  # noqa: E402 - needs the settings

clock.begin()
application = watched(beside(pages))
gc.freeze()  # loaded modules stay: scanning them in each collection takes 40 ms
