from django.db import migrations, models


class Migration(migrations.Migration):
    """Longer codes; a second device at a table waits to be let in. Those that are there write as before."""

    dependencies = [("tournaments", "0013_a_note_beside_a_name")]

    operations = [
        migrations.AddField("device", "waits", models.BooleanField(default=False)),
        migrations.AlterField("invitation", "code", models.CharField(max_length=10)),
        migrations.AlterField(
            "call",
            "what",
            models.CharField(
                choices=[
                    ("judge", "a judge"),
                    ("others", "others sit there"),
                    ("knock", "wants to be let in"),
                    ("result", "a result to be looked at"),
                    ("new", "a new device"),
                ],
                default="judge",
                max_length=10,
            ),
        ),
    ]
