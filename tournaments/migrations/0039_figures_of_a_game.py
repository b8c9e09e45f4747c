from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0038_hidden_and_deleted")]

    operations = [
        migrations.AddField(model_name="result", name="figures", field=models.JSONField(default=dict)),
    ]
