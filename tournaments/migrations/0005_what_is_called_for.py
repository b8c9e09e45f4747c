from django.db import migrations, models


class Migration(migrations.Migration):
    """A call says what it is for: a judge, others who sit there, a device that was shut out."""

    dependencies = [("tournaments", "0004_earlier_tokens")]

    operations = [
        migrations.AddField(
            "call",
            "what",
            models.CharField(
                choices=[
                    ("judge", "a judge"),
                    ("others", "others sit there"),
                    ("knock", "wants to be let in"),
                ],
                default="judge",
                max_length=10,
            ),
        ),
        migrations.AddField("call", "who", models.JSONField(default=list)),
    ]
