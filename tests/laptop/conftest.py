"""The data folder of a laptop, which tests may damage."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.processes import ROOT, first_started

PLAY_SCRIPT = """
import json, os, sys
import django; django.setup()
from pathlib import Path
from uuid import uuid4
from tests import factories
from tournaments import devices
from tournaments.transfer import copies
from tournaments.rounds import scores
from tournaments.models import User

lise = User.objects.create_superuser("lise", password="crible-121")
day = factories.tournament(8, by=lise)
joined = devices.join(devices.invite_tables(day)[3].secret, uuid4())
copies.write_copy(day.pk)
round_ = factories.open_round(day)
for table in list(scores.table_states([round_]))[:3]:
    factories.enter(table.meeting, [121, 88])
day.refresh_from_db()
copies.write_copy(day.pk)
told = {"slug": day.slug, "token": joined.token, "device": str(joined.device.uid)}
(Path(os.environ["CHEVILLE_DATA"]) / "told.json").write_text(json.dumps(told))
os._exit(0)  # without closing: the journal stays
"""


@pytest.fixture(scope="session")
def played(tmp_path_factory, empty_database: Path) -> Path:
    """Return the folder of a laptop whose power was cut after three results of four.

    It has a journal and two copies. `told.json` has the address of the tournament, and the token of the
    tablet of table 4.
    """
    data = first_started(tmp_path_factory.mktemp("laptop") / "L'Écuyer", empty_database)
    environment = {**os.environ, "CHEVILLE_DATA": str(data), "DJANGO_SETTINGS_MODULE": "config.settings"}
    subprocess.run([sys.executable, "-c", PLAY_SCRIPT], cwd=ROOT, env=environment, check=True)
    assert (data / "cheville.sqlite3-wal").stat().st_size
    return data


@pytest.fixture
def data(played: Path, tmp_path: Path) -> Path:
    """Return a copy of that folder, which may be damaged."""
    return Path(shutil.copytree(played, tmp_path / "data"))
