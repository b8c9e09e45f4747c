from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0054_line_by_nonce")]

    operations = [
        migrations.RemoveConstraint(model_name="letter", name="letter_once_a_state"),
        migrations.AddConstraint(
            model_name="letter",
            constraint=models.UniqueConstraint(
                fields=["signup", "signup_state", "address"], name="letter_once_a_state"
            ),
        ),
    ]
