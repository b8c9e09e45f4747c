"""The yardstick for the whole path of a result: one request, one bare insert of Django, nothing else.

`python -m tests.lab.bench.bare_insert serve PORT`: the laptop's web server and database, no middleware.
`python -m tests.lab.bench.bare_insert web PORT`: those of a web process of a server.
"""

import json
import os
import sys

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

import django
from django.conf import settings
from django.core.management import call_command
from django.db.models import Model
from django.http import HttpRequest, JsonResponse
from django.urls import path
from django.utils import timezone
from django.views.decorators.csrf import csrf_exempt


@csrf_exempt
def insert(request: HttpRequest) -> JsonResponse:
    """Insert one row from a JSON body, and commit it."""
    from tournaments.models import Player

    fields = json.loads(request.body)
    player = Player(
        organisation_id=fields["epoch"],
        name=fields["results"][0]["nonce"],
        sort_name="bare",
        erased_at=timezone.now(),
    )
    Model.save(player, force_insert=True)  # without what follows from a change of a person
    response = JsonResponse({"answers": [{"answer": "accepted", "line": player.pk}]})
    response["Content-Length"] = len(response.content)
    return response


urlpatterns = [path("api/1/submit", insert)]


def prepare() -> None:
    """Take the program's settings and application, except for the middleware and the addresses."""
    settings.MIDDLEWARE = []
    settings.ROOT_URLCONF = "tests.lab.bench.bare_insert"
    django.setup()  # models are imported below
    from tournaments.web.device_api import handler

    # Our own way around the middleware answers that address too.
    handler.with_device_api = lambda pages: pages


def main(command: str, port: int) -> None:
    """Serve until killed, as `manage.py` with that command does."""
    prepare()
    if command == "web":
        call_command("web", port=port)
        return
    from tournaments.management.commands import serve

    listener = serve.open_socket("127.0.0.1", port)
    print(f"http://localhost:{listener.getsockname()[1]}", flush=True)
    serve.answer_requests(listener)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
