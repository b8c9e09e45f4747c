"""Bring the database to the state that this program expects."""

from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor


def bring_up_to_date() -> None:
    """Run the migrations if any is missing; Django alone takes longer to find that none is."""
    executor = MigrationExecutor(connection)
    if executor.migration_plan(executor.loader.graph.leaf_nodes()):
        call_command("migrate", verbosity=0, interactive=False)
