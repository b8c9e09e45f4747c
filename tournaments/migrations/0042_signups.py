import uuid

import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0041_call_answered_by"),
    ]

    operations = [
        migrations.CreateModel(
            name="Signup",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("uid", models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                ("tournament_uid", models.UUIDField()),
                ("number", models.PositiveIntegerField()),
                ("token_hash", models.CharField(max_length=64, unique=True)),
                ("names", models.JSONField(default=list)),
                ("club", models.CharField(blank=True, max_length=120)),
                ("member_number", models.CharField(blank=True, max_length=40)),
                ("contact", models.CharField(blank=True, max_length=200)),
                ("answers", models.JSONField(blank=True, default=dict)),
                ("consented_at", models.DateTimeField(blank=True, null=True)),
                ("language", models.CharField(max_length=10)),
                ("entry_uid", models.UUIDField(blank=True, null=True)),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("placed_at", models.DateTimeField(blank=True, null=True)),
                ("withdrawn_at", models.DateTimeField(blank=True, null=True)),
                ("request", models.TextField(blank=True)),
                ("requested_at", models.DateTimeField(blank=True, null=True)),
                ("answered_at", models.DateTimeField(blank=True, null=True)),
            ],
            options={
                "ordering": ["tournament_uid", "number"],
                "constraints": [
                    models.UniqueConstraint(fields=("tournament_uid", "number"), name="signup_number")
                ],
            },
        ),
    ]
