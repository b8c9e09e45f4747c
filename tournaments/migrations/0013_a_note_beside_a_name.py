from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0012_standings_shown"),
    ]

    operations = [
        migrations.AddField(
            model_name="entry",
            name="note",
            field=models.CharField(blank=True, max_length=200),
        ),
    ]
