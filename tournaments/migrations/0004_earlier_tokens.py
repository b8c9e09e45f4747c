from django.db import migrations, models


class Migration(migrations.Migration):
    """A code drawn with an earlier token of its device is still taken."""

    dependencies = [("tournaments", "0003_copies")]

    operations = [
        migrations.AddField("device", "earlier_tokens", models.JSONField(default=list)),
    ]
