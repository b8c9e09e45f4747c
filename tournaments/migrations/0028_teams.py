from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0027_seasons"),
    ]

    operations = [
        migrations.AddField(
            model_name="entry",
            name="team",
            field=models.JSONField(blank=True, default=list),
        ),
        migrations.AddField(
            model_name="member",
            name="consented_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="member",
            name="came_as",
            field=models.JSONField(blank=True, null=True),
        ),
    ]
