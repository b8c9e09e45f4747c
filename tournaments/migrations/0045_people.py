import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0044_privacy"),
    ]

    operations = [
        migrations.AddField(model_name="player", name="on_list", field=models.BooleanField(default=False)),
        migrations.AddIndex(
            model_name="player",
            index=models.Index(
                condition=models.Q(("erased_at", None)),
                fields=["organisation", "sort_name", "id", "member_number"],
                name="player_known",
            ),
        ),
        migrations.AddIndex(
            model_name="player",
            index=models.Index(
                condition=models.Q(("erased_at", None)),
                fields=["organisation", "club", "sort_name"],
                name="player_club",
            ),
        ),
        migrations.AddIndex(
            model_name="player",
            index=models.Index(
                condition=models.Q(("erased_at", None)),
                fields=["organisation", "member_number"],
                name="player_number",
            ),
        ),
        migrations.CreateModel(
            name="ClubMembership",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("club", models.CharField(blank=True, max_length=120)),
                ("since", models.DateField(blank=True, null=True)),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="club_memberships",
                        to="tournaments.player",
                    ),
                ),
            ],
            options={"ordering": ["pk"]},
        ),
        migrations.CreateModel(
            name="MergedPlayer",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("uid", models.UUIDField(unique=True)),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="merged",
                        to="tournaments.player",
                    ),
                ),
            ],
        ),
    ]
