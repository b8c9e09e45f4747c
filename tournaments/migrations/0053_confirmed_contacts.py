from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0052_events")]

    operations = [
        migrations.AddField(
            model_name="signup",
            name="confirmed_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
    ]
