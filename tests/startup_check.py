"""Start the program once on an empty database: its checks, a page of each kind, a request of a tablet."""

import json
import os
import sys
from uuid import uuid4

import django


def main() -> None:
    """Print the statuses of the answers, as JSON."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
    django.setup()
    from django.core.management import call_command
    from django.test import Client
    from django.test.utils import setup_test_environment

    setup_test_environment()
    call_command("check", fail_level="WARNING", stdout=sys.stderr)
    call_command("migrate", verbosity=0)
    from tests import factories
    from tournaments import devices
    from tournaments.models import User

    tournament = factories.tournament(4, by=factories.director())
    factories.open_round(tournament)
    token = devices.join(devices.invite_tables(tournament)[0].secret, uuid4()).token
    here = {"token": token, "seen": 0, "epoch": 1, "queued": 0, "visible": True}
    everybody, director = Client(), Client()
    director.force_login(User.objects.get(username="lise"))
    pages = ("", "rounds/", "desk/", "penalties/", "tablets/", "copies/", "where/")
    asked = {
        "first page": everybody.get("/"),
        "sign-in": everybody.get("/sign-in/"),
        "tablet": everybody.get("/table/"),
        "here": everybody.post("/api/1/here", here, content_type="application/json"),
        "restore": director.get("/restore/"),
        **{page: director.get(f"/t/{tournament.slug}/{page}") for page in pages},
    }
    print(json.dumps({name: answer.status_code for name, answer in asked.items()}))


if __name__ == "__main__":
    main()
