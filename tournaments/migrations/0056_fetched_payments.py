from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0055_letters_to_other_addresses")]

    operations = [
        migrations.AddField(
            model_name="signup",
            name="paid",
            field=models.JSONField(blank=True, default=dict),
        ),
    ]
