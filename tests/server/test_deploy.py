"""The files of docs/deploy: accepted by systemd, and consistent with docs/server.md and the settings."""

import configparser
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from django.test import override_settings

from tests.processes import Process, free_port
from tournaments.management.commands.web import FROM_PROXY
from tournaments.models import Job
from tournaments.system import checks
from tournaments.web.monitoring import endpoints
from tournaments.web.monitoring.endpoints import request_kind

ROOT = Path(__file__).resolve().parents[2]
DEPLOY = ROOT / "docs" / "deploy"
UNITS = sorted(path for kind in ("service", "socket", "timer") for path in DEPLOY.glob(f"*.{kind}"))
SERVER_GUIDE = (ROOT / "docs" / "server.md").read_text(encoding="utf-8")
SETTINGS = (ROOT / "config" / "settings.py").read_text(encoding="utf-8")


def read_unit(path: Path) -> configparser.ConfigParser:
    """Return a unit, section by section."""
    unit = configparser.ConfigParser(interpolation=None, strict=False)
    unit.optionxform = str  # type: ignore[assignment,method-assign]
    unit.read_string(path.read_text(encoding="utf-8"))
    return unit


def example_variables() -> dict[str, str]:
    """Return the variables of the example of an environment file."""
    lines = (DEPLOY / "cheville.env").read_text(encoding="utf-8").splitlines()
    return dict(line.split("=", 1) for line in lines if line and not line.startswith("#"))


def test_server_md_links_every_deploy_file():
    for path in DEPLOY.iterdir():
        assert f"](deploy/{path.name})" in SERVER_GUIDE, path.name


def test_server_md_names_exactly_the_variables_read():
    read_here = set(re.findall(r"""env(?:\.\w+)?\(\s*"([A-Z_]+)\"""", SETTINGS))
    found = set(re.findall(r"^\| `([A-Z_]+)`", SERVER_GUIDE, re.MULTILINE))
    assert found == read_here
    assert set(example_variables()) <= read_here
    head = SETTINGS.split('"""')[1]
    assert all(re.search(rf"^{name} ", head, re.MULTILINE) for name in read_here)


def test_example_counts_match_processes_in_server_md():
    started = {
        kind: len(set(re.findall(rf"cheville-{kind}@(\d+)", SERVER_GUIDE))) for kind in ("web", "worker")
    }
    variables = example_variables()
    assert started == {"web": int(variables["WEB_PROCESSES"]), "worker": int(variables["WORKERS"])}


@pytest.mark.parametrize("path", UNITS, ids=lambda path: path.name)
def test_unit_runs_existing_programs(path):
    unit = read_unit(path)
    if path.suffix != ".service":
        assert (DEPLOY / f"{path.stem}.service").exists()
        return
    service = unit["Service"]
    assert service["User"] == "cheville", "not as root"
    assert service["EnvironmentFile"] == "/etc/cheville/cheville.env"
    program, *arguments = service["ExecStart"].split()
    assert program.startswith("/srv/cheville/.venv/bin/")
    assert (Path(sys.prefix) / "bin" / Path(program).name).exists(), program
    if "manage.py" in arguments:
        assert (ROOT / "tournaments/management/commands" / f"{arguments[1]}.py").exists()


SANDBOX_OPTIONS = (
    *("Capability", "Lock", "NoNew", "Private", "Protect", "ReadWrite", "Restrict", "SystemCall", "UMask"),
)


def test_all_units_have_the_same_sandbox():
    services = [path for path in UNITS if path.suffix == ".service"]
    confined = [
        [line for line in path.read_text(encoding="utf-8").splitlines() if line.startswith(SANDBOX_OPTIONS)]
        for path in services
    ]
    assert len(services) > 3 and all(lines == confined[0] for lines in confined)
    assert "ProtectSystem=strict" in confined[0] and "CapabilityBoundingSet=" in confined[0]


def test_systemd_accepts_the_units(tmp_path):
    """This needs systemd; elsewhere the other tests read the units."""
    verify = shutil.which("systemd-analyze")
    if verify is None:
        assert sys.platform != "linux" or not Path("/run/systemd/system").exists()
        return
    names = []
    for path in UNITS:
        name = path.name.replace("@", "@8000")
        text = path.read_text(encoding="utf-8").replace("/srv/cheville/.venv", sys.prefix)
        (tmp_path / name).write_text(text.replace("/srv/cheville", str(ROOT)))
        names.append(str(tmp_path / name))
    done = subprocess.run([verify, "verify", "--man=no", *names], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_nginx_forwards_to_web_processes_and_hides_monitoring():
    proxy = (DEPLOY / "nginx.conf").read_text(encoding="utf-8")
    ports = re.findall(r"server 127\.0\.0\.1:(\d+);", proxy)
    for port in ports:
        assert f"cheville-web@{port}" in SERVER_GUIDE
    assert read_unit(DEPLOY / "cheville-web@.socket")["Socket"]["ListenStream"] == "127.0.0.1:%i"
    for header in FROM_PROXY:
        assert re.search(rf"proxy_set_header {header} ", proxy, re.IGNORECASE)
    for page in ("/metrics", "/readyz"):
        assert f"location = {page} {{ return 404; }}" in proxy
    assert example_variables()["ALLOWED_HOSTS"] in proxy
    assert proxy.count("{") == proxy.count("}")


def check_deploy(tmp_path, **more: str) -> tuple[int, str]:
    """Return the exit code and the output, with the settings of a server."""
    environment = {
        **example_variables(),
        "SECRET_KEY": "a1B2c3D4e5" * 6,
        "CHEVILLE_DATA": str(tmp_path),
        "METRICS_DIR": str(tmp_path / "metrics"),
        "DJANGO_ALLOW_ASYNC_UNSAFE": "",  # the tests' own
        **more,
    }
    done = Process("manage.py", "check", "--deploy", "--fail-level", "WARNING", **environment)
    return done.wait(), done.output


def test_check_deploy_finds_nothing_with_the_settings_of_a_server(tmp_path, postgres_url):
    code, output = check_deploy(tmp_path, DATABASE_URL=postgres_url)
    assert code == 0, output


def test_check_deploy_counts_the_connections_of_all_processes(tmp_path, postgres_url):
    """PostgreSQL allows 100, of which 3 are its superuser's."""
    fits = {"WEB_PROCESSES": "10", "WEB_THREADS": "8", "WORKERS": "5"}  # 80 + 10 + 6
    assert check_deploy(tmp_path, DATABASE_URL=postgres_url, **fits)[0] == 0
    for name, value in (("WEB_PROCESSES", "11"), ("WEB_THREADS", "9"), ("WORKERS", "6")):
        code, output = check_deploy(tmp_path, DATABASE_URL=postgres_url, **{**fits, name: value})
        assert (code, "cheville.E006" in output) == (1, True), name
    code, output = check_deploy(tmp_path, DATABASE_URL=f"postgres://127.0.0.1:{free_port()}/cheville")
    assert (code, "cheville.W001" in output) == (1, True)


def test_check_deploy_refuses_the_settings_of_a_laptop(tmp_path):
    code, output = check_deploy(
        tmp_path,
        ALLOWED_HOSTS="crible.example.org,*",
        DATABASE_URL="sqlite:////var/lib/cheville/cheville.sqlite3",
        SECRET_KEY=example_variables()["SECRET_KEY"],
        LAN_HTTP="true",
        REDIS_URL="",
    )
    assert code == 1
    assert {"E001", "E002", "E003", "E004", "E005"} <= set(re.findall(r"cheville\.(E\d+)", output))


def test_each_laptop_setting_has_its_own_check_code(settings):
    """The database of the test is that of a laptop."""
    settings.ALLOWED_HOSTS, settings.SECRET_KEY = ["crible.example.org"], "a1B2c3D4e5" * 6
    settings.LAN_HTTP, settings.REDIS_URL = False, "redis://localhost"
    assert checks.unfit_settings() == ["cheville.E002"]
    for code, name, value in (
        ("cheville.E001", "ALLOWED_HOSTS", ["crible.example.org", "*"]),
        ("cheville.E003", "SECRET_KEY", example_variables()["SECRET_KEY"]),
        ("cheville.E004", "LAN_HTTP", True),
        ("cheville.E005", "REDIS_URL", ""),
    ):
        with override_settings(**{name: value}):
            assert checks.unfit_settings() == sorted([code, "cheville.E002"])


def test_ready_names_the_settings_that_do_not_fit_a_server(settings):
    settings.LAN_HTTP, settings.ALLOWED_HOSTS, settings.REDIS_URL = True, ["*"], ""
    assert endpoints.CHECKS["settings"]() == "ok", "a laptop"
    settings.LAN_HTTP, settings.ALLOWED_HOSTS = False, ["crible.example.org"]
    assert "cheville.E002" in endpoints.CHECKS["settings"]()


def test_alerts_name_existing_metrics():
    metrics = (ROOT / "tournaments/system/metrics.py").read_text(encoding="utf-8")
    metrics += (ROOT / "tournaments/web/monitoring/endpoints.py").read_text(encoding="utf-8")
    alerts = (DEPLOY / "alerts.yml").read_text(encoding="utf-8")
    named = {re.sub(r"_(bucket|count|sum)$", "", name) for name in re.findall(r"cheville_\w+", alerts)}
    assert named == {
        "cheville_request_seconds",
        "cheville_lock_wait_seconds",
        "cheville_jobs",
        "cheville_oldest_waiting_job_seconds",
        "cheville_database_up",
    }
    for name in named:
        assert f'"{name}"' in metrics
    for state in re.findall(r'state="(\w+)"', alerts):
        assert state in Job.State.values
    for kind in re.findall(r'kind=~"([^"]+)"', alerts)[0].split("|"):
        assert kind in {request_kind("/api/1/submit"), request_kind("/t/a/desk/write/")}
