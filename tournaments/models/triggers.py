"""Triggers by which the database itself refuses to change or delete lines and acts.

Installed after every migration, as SQLite drops triggers silently when a migration rebuilds a table.
"""

from django.db import connections

APPEND_ONLY = ("tournaments_line", "tournaments_act")
MESSAGE = "ink: lines and acts are never changed or deleted; write a correction"


def _sqlite_statements(table: str):
    for verb in ("UPDATE", "DELETE"):
        name = f"{table}_ink_{verb.lower()}"
        yield f"DROP TRIGGER IF EXISTS {name}"
        yield f"CREATE TRIGGER {name} BEFORE {verb} ON {table} BEGIN SELECT RAISE(ABORT, '{MESSAGE}'); END"


def _postgresql_statements(table: str):
    yield (
        "CREATE OR REPLACE FUNCTION cheville_ink() RETURNS trigger LANGUAGE plpgsql AS "
        f"$$ BEGIN RAISE EXCEPTION '{MESSAGE}' USING ERRCODE = 'integrity_constraint_violation'; END $$"
    )
    yield f"DROP TRIGGER IF EXISTS {table}_ink ON {table}"
    yield (
        f"CREATE TRIGGER {table}_ink BEFORE UPDATE OR DELETE ON {table} "
        "FOR EACH ROW EXECUTE FUNCTION cheville_ink()"
    )


def install_triggers(using: str = "default", **_signal) -> None:
    """(Re)install the ink triggers on database `using`; called after every migration."""
    connection = connections[using]
    existing = set(connection.introspection.table_names())
    statements = {"sqlite": _sqlite_statements, "postgresql": _postgresql_statements}[connection.vendor]
    with connection.cursor() as cursor:
        for table in APPEND_ONLY:
            if table in existing:
                for statement in statements(table):
                    cursor.execute(statement)
