"""Triggers by which the database itself refuses to change or delete lines, actions and payments.

Only `tournaments/transfer/removal.py` may delete them, with their tournament, and `transfer/erasure.py` may
take the name of an erased person out of the words of an action: both mark the tournament for the length of
their transaction. Nothing changes lines.

Installed after every migration, as SQLite drops triggers silently when a migration rebuilds a table.
"""

from django.db import connections

APPEND_ONLY = ("tournaments_line", "tournaments_act", "tournaments_payment")
ACTS_TABLE = "tournaments_act"
SAME_ACTION = "NEW.version = OLD.version AND NEW.kind = OLD.kind AND NEW.tournament_id = OLD.tournament_id"
REMOVALS_TABLE = "tournaments_removal"
MARKED_FOR_REMOVAL = "EXISTS (SELECT 1 FROM tournaments_removal WHERE tournament = OLD.tournament_id)"
MESSAGE = "ink: lines, acts and payments are never changed or deleted; write a correction"


def _sqlite_statements(table: str, marked: str):
    for verb in ("UPDATE", "DELETE"):
        name = f"{table}_ink_{verb.lower()}"
        yield f"DROP TRIGGER IF EXISTS {name}"
        when = f" WHEN NOT {marked}" if verb == "DELETE" else ""
        if verb == "UPDATE" and table == ACTS_TABLE:
            when = f" WHEN NOT ({marked} AND {SAME_ACTION})"
        refuse = f"BEGIN SELECT RAISE(ABORT, '{MESSAGE}'); END"
        yield f"CREATE TRIGGER {name} BEFORE {verb} ON {table}{when} {refuse}"


def _postgresql_statements(table: str, marked: str):
    yield (
        "CREATE OR REPLACE FUNCTION cheville_ink() RETURNS trigger LANGUAGE plpgsql AS "
        f"$$ BEGIN IF TG_OP = 'DELETE' AND {marked} THEN RETURN OLD; END IF; "
        f"IF TG_OP = 'UPDATE' AND TG_TABLE_NAME = '{ACTS_TABLE}' AND {marked} THEN "
        f"IF {SAME_ACTION} THEN RETURN NEW; END IF; END IF; "
        f"RAISE EXCEPTION '{MESSAGE}' USING ERRCODE = 'integrity_constraint_violation'; END $$"
    )
    yield f"DROP TRIGGER IF EXISTS {table}_ink ON {table}"
    yield (
        f"CREATE TRIGGER {table}_ink BEFORE UPDATE OR DELETE ON {table} "
        "FOR EACH ROW EXECUTE FUNCTION cheville_ink()"
    )


def install_triggers(using: str = "default", **_signal) -> None:
    """(Re)install the triggers on database `using`; called after every migration."""
    connection = connections[using]
    existing = set(connection.introspection.table_names())
    # The table does not exist after each migration.
    marked = MARKED_FOR_REMOVAL if REMOVALS_TABLE in existing else "FALSE"
    statements = {"sqlite": _sqlite_statements, "postgresql": _postgresql_statements}[connection.vendor]
    with connection.cursor() as cursor:
        for table in APPEND_ONLY:
            if table in existing:
                for statement in statements(table, marked):
                    cursor.execute(statement)
