"""A program that begins with its libraries loaded gets its arguments, runs and ends as any other."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.processes import ROOT, parent

REPORT_SCRIPT = """
import json, os, signal, sys
print(json.dumps([sys.argv, sys.path[0], os.getcwd(), os.environ["WHO"], sys.stdin.read()]))
print(__file__, __name__, signal.getsignal(signal.SIGCHLD), len(os.listdir("/proc/self/fd")), file=sys.stderr)
raise SystemExit(int(sys.argv[1]))
"""


def start_by_exec(arguments: list[str], cwd: Path, environment: dict[str, str], output: int):
    command = [sys.executable, *arguments]
    return subprocess.Popen(
        command, cwd=cwd, env=environment, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT
    )


@pytest.mark.parametrize("code", [0, 3])
def test_forked_program_runs_as_an_executed_one(tmp_path: Path, code: int):
    (tmp_path / "manage.py").write_text(REPORT_SCRIPT, encoding="utf-8")
    environment = {**os.environ, "WHO": "Réal O'Brien", "PYTHONUNBUFFERED": "1", "PYTHONIOENCODING": "utf-8"}
    received = []
    for begin in (start_by_exec, parent(os.getpid()).begin):
        reads, writes = os.pipe()
        program = begin(["manage.py", str(code)], tmp_path, environment, writes)
        os.close(writes)
        with open(reads, encoding="utf-8") as output:
            received.append(output.read())
        assert program.wait(60) == code == program.poll()
    assert received[0] == received[1] and "O'Brien" in received[0]


def test_killed_program_reports_its_signal():
    reads, writes = os.pipe()
    begin = parent(os.getpid()).begin
    waits = ["manage.py", "shell", "-c", "__import__('time').sleep(600)"]
    programs = [begin(waits, ROOT, {**os.environ}, writes) for _time in range(2)]
    programs[0].kill()
    programs[1].send_signal(signal.SIGTERM)
    assert [one.wait(60) for one in programs] == [-signal.SIGKILL, -signal.SIGTERM]
    with pytest.raises(ProcessLookupError):
        os.kill(programs[0].pid, 0)
    for opened in (reads, writes):
        os.close(opened)
