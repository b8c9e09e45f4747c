"""Check that stages, rounds, meetings and seats do not change without an action."""

import re
from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection

from tournaments.models import Act, Job, Meeting, Round, Seat, Stage, StageEntry

STRUCTURE_TABLES = {model._meta.db_table for model in (Stage, StageEntry, Round, Meeting, Seat)}
ACT_AND_JOB_TABLES = {Act._meta.db_table, Job._meta.db_table}
WRITE_STATEMENT = re.compile(r'^\s*(?:INSERT(?: OR \w+)? INTO|UPDATE|DELETE FROM) "(\w+)"')
SAVEPOINT_END = re.compile(r"RELEASE SAVEPOINT|ROLLBACK TO SAVEPOINT")


@contextmanager
def watched() -> Iterator[list[str]]:
    """Yield the statements that changed structure in a transaction without an action and without a copy.

    In the transaction of a test, those of the program are savepoints; inside of them others may be open.
    """
    faults: list[str] = []
    written: dict[str, str] = {}
    outside = len(connection.savepoint_ids)

    def see(execute, sql, params, many, context):
        answer = execute(sql, params, many, context)
        if found := WRITE_STATEMENT.match(sql):
            if len(connection.savepoint_ids) > outside:
                written[found[1]] = sql
            elif found[1] in STRUCTURE_TABLES:
                faults.append(sql)
        elif SAVEPOINT_END.match(sql) and len(connection.savepoint_ids) == outside:
            if sql.startswith("RELEASE") and not written.keys() >= ACT_AND_JOB_TABLES:
                faults.extend(one for table, one in written.items() if table in STRUCTURE_TABLES)
            written.clear()
        return answer

    assert connection.in_atomic_block
    with connection.execute_wrapper(see):
        yield faults
