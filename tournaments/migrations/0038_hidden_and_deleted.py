from django.db import migrations, models


def without_triggers(apps, schema_editor) -> None:
    """On the way back: SQLite renames no table while a trigger names one that is gone; they come back after."""
    if schema_editor.connection.vendor == "sqlite":
        for table in ("tournaments_line", "tournaments_act"):
            for verb in ("update", "delete"):
                schema_editor.execute(f"DROP TRIGGER IF EXISTS {table}_ink_{verb}")


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0037_stages_withdrawn")]

    operations = [
        migrations.CreateModel(
            name="Removal",
            fields=[("tournament", models.PositiveBigIntegerField(primary_key=True, serialize=False))],
        ),
        migrations.AddField(model_name="tournament", name="hidden", field=models.BooleanField(default=False)),
        migrations.RunPython(migrations.RunPython.noop, without_triggers),
    ]
