"""WSGI entry point."""

import gc
import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
pages = get_wsgi_application()

from tournaments.system import clock  # noqa: E402 - needs the settings
from tournaments.web.device_api.handler import with_device_api  # noqa: E402 - needs the settings
from tournaments.web.monitoring.endpoints import with_admin_pages  # noqa: E402 - needs the settings

clock.begin()
application = with_admin_pages(with_device_api(pages))
gc.freeze()  # loaded modules stay: scanning them in each collection takes 40 ms
