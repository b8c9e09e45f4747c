"""The yardstick for the whole path of a result: one request, one bare insert of Django, nothing else.

`python -m tests.lab.bench.bare_insert PORT`: the laptop's own server and database settings, no middleware.
`waitress-serve --call tests.lab.bench.bare_insert:bare`: as on a server.
"""

import json
import os
import sys
from typing import Any

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

import django
from django.conf import settings
from django.http import HttpRequest, JsonResponse
from django.urls import path
from django.utils import timezone
from django.views.decorators.csrf import csrf_exempt


@csrf_exempt
def insert(request: HttpRequest) -> JsonResponse:
    """Insert one row from a JSON body, and commit it."""
    from tournaments.models import Player

    fields = json.loads(request.body)
    player = Player.objects.create(
        organisation_id=fields["epoch"],
        name=fields["results"][0]["nonce"],
        sort_name="bare",
        erased_at=timezone.now(),
    )
    response = JsonResponse({"answers": [{"answer": "accepted", "line": player.pk}]})
    response["Content-Length"] = len(response.content)
    return response


urlpatterns = [path("api/1/submit", insert)]


def bare() -> Any:
    """Return the application, with the program's settings except for the middleware and the addresses."""
    settings.MIDDLEWARE = []
    settings.ROOT_URLCONF = "tests.lab.bench.bare_insert"
    django.setup()  # models are imported below
    from tournaments.web.device_api import handler

    handler.beside = lambda pages: pages  # our own way around the middleware answers that address too
    from config.wsgi import application

    return application


def main(port: int) -> None:
    """Serve until killed."""
    bare()
    from tournaments.management.commands import serve

    listener = serve.open_socket("127.0.0.1", port)
    print(f"http://localhost:{listener.getsockname()[1]}", flush=True)
    serve.answer_requests(listener)


if __name__ == "__main__":
    main(int(sys.argv[1]))
