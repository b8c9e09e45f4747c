"""Check that stages, rounds, meetings and seats do not change without an act."""

import re
from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection

from tournaments.models import Act, Job, Meeting, Round, Seat, Stage, StageEntry

STRUCTURE = {model._meta.db_table for model in (Stage, StageEntry, Round, Meeting, Seat)}
TOLD = {Act._meta.db_table, Job._meta.db_table}
WRITES = re.compile(r'^\s*(?:INSERT(?: OR \w+)? INTO|UPDATE|DELETE FROM) "(\w+)"')
ENDS = re.compile(r"RELEASE SAVEPOINT|ROLLBACK TO SAVEPOINT")


@contextmanager
def watched() -> Iterator[list[str]]:
    """Yield the statements that changed structure in a transaction without an act and without a copy.

    In the transaction of a test, those of the program are savepoints; inside of them others may be open.
    """
    faults: list[str] = []
    written: dict[str, str] = {}
    outside = len(connection.savepoint_ids)

    def see(execute, sql, params, many, context):
        answer = execute(sql, params, many, context)
        if found := WRITES.match(sql):
            if len(connection.savepoint_ids) > outside:
                written[found[1]] = sql
            elif found[1] in STRUCTURE:
                faults.append(sql)
        elif ENDS.match(sql) and len(connection.savepoint_ids) == outside:
            if sql.startswith("RELEASE") and not written.keys() >= TOLD:
                faults.extend(one for table, one in written.items() if table in STRUCTURE)
            written.clear()
        return answer

    assert connection.in_atomic_block
    with connection.execute_wrapper(see):
        yield faults
