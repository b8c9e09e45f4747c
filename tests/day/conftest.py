"""A tournament that `manage.py simulate` plays."""

import json
from io import StringIO

import pytest
from django.core.management import call_command


@pytest.fixture
def simulated(tmp_path):
    """Return a function that simulates a tournament and reads its export."""

    def simulate(**options):
        file = tmp_path / "day.json"
        call_command("simulate", export=file, stdout=StringIO(), **options)
        from tournaments.models import Tournament  # settings are there by now

        told = json.loads(file.read_text(encoding="utf-8"))
        assert Tournament.objects.filter(slug=told.pop("slug"), live=True).exists()  # never shared
        return told

    return simulate
