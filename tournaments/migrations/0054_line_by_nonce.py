"""Find a line by its nonce, and remove the index of the tournament alone: three others begin with it.

PostgreSQL, before its first ANALYZE, read all lines of a tournament by that index to find one nonce.
"""

from django.db import migrations, models

INDEX = "tournaments_line_tournament_id_13ff49e0"


class Migration(migrations.Migration):
    """By SQL, as Django would remake the table on SQLite, and the triggers that protect lines would be lost."""

    dependencies = [("tournaments", "0053_confirmed_contacts")]

    operations = [
        migrations.SeparateDatabaseAndState(
            database_operations=[
                migrations.RunSQL(
                    f'DROP INDEX IF EXISTS "{INDEX}"',
                    f'CREATE INDEX IF NOT EXISTS "{INDEX}" ON "tournaments_line" ("tournament_id")',
                )
            ],
            state_operations=[
                migrations.AlterField(
                    "line",
                    "tournament",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=models.PROTECT,
                        related_name="lines",
                        to="tournaments.tournament",
                    ),
                )
            ],
        ),
        migrations.AddIndex("line", models.Index(fields=["nonce"], name="line_by_nonce")),
    ]
