"""The address of a database file, in folders as people name them."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from environ import Env

from tests.processes import ROOT
from tournaments.system import database_file

FOLDERS = ("L'Écuyer et filles", "Crible #2", "Gin+Crible", "100 %", "100%25", "Où ?", "a;b&c=d@e:f")
PATHS = (*(f"/{name}/data/cheville.sqlite3" for name in FOLDERS), r"D:\Clubs\Crible #2\cheville.sqlite3")


def test_the_database_is_in_the_data_folder(tmp_path: Path):
    data = tmp_path / "Gin+Crible #2, 100%25 ?"
    script = "from config import settings; print(settings.DATABASES['default']['NAME'])"
    environment = {
        **{key: value for key, value in os.environ.items() if key != "DATABASE_URL"},
        "CHEVILLE_DATA": str(data),
        "PYTHONIOENCODING": "utf-8",
    }
    printed = subprocess.check_output([sys.executable, "-c", script], cwd=ROOT, env=environment)
    assert printed.decode().strip() == str(data / "cheville.sqlite3")


@pytest.mark.parametrize("path", PATHS)
def test_an_address_leads_to_its_file(path: str):
    assert Env.db_url_config(database_file.url_of(path))["NAME"] == path
