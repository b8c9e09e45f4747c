"""`make load` prints the errors in the output of the web processes."""

from types import SimpleNamespace

from tests.lab.load import faults

OUTPUT = """Serving on http://127.0.0.1:1
Service Unavailable: /t/one/
Traceback (most recent call last):
OperationalError: away
Internal Server Error: /api/1/submit
Traceback (most recent call last):
  File "views.py", line 3, in submit
KeyError: 'meeting'

The above exception was the direct cause of the following exception:

ValueError: unknown
Service Unavailable: /t/two/
Internal Server Error: /t/three/
ZeroDivisionError: division by zero
"""


def test_each_500_is_shown_with_its_cause_and_nothing_else():
    found = faults([SimpleNamespace(output=""), SimpleNamespace(output=OUTPUT)])
    assert [one.splitlines()[0].partition(": ")[2] for one in found] == ["/api/1/submit", "/t/three/"]
    assert "KeyError: 'meeting'" in found[0] and found[0].endswith("ValueError: unknown\n")
    assert found[1].endswith("ZeroDivisionError: division by zero\n")
