"""The database as this program expects it."""

from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor


def bring_up_to_date() -> None:
    """Run the migrations where any is missing; Django takes longer to find out that it has nothing to do."""
    executor = MigrationExecutor(connection)
    if executor.migration_plan(executor.loader.graph.leaf_nodes()):
        call_command("migrate", verbosity=0, interactive=False)
