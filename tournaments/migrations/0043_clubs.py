import re
import unicodedata
import uuid
from collections import Counter
from functools import partial

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

SAINTS = {"st": "saint", "ste": "sainte"}


def fold(text):
    plain = unicodedata.normalize("NFKD", text.replace("’", "'").replace("œ", "oe").replace("Œ", "OE"))
    return " ".join("".join(char for char in plain if not unicodedata.combining(char)).casefold().split())


def club_key(club):
    words = re.findall(r"[^\W_]+", fold(club))
    return (" ".join(SAINTS.get(word, word) for word in words) or fold(club))[:400]


def clubs_of_what_is_written(apps, _schema):
    """Make a club of the spellings of the same letters, called by the most frequent one.

    The functions above are those of registration as they were: a migration does not change with them.
    """
    model = partial(apps.get_model, "tournaments")
    written = {}
    for table, to_organisation in (
        ("Player", "organisation"),
        ("Entry", "tournament__organisation"),
        ("LeagueSide", "league__season__organisation"),
    ):
        rows = model(table).objects.exclude(club="").exclude(club__contains=" / ")
        if table == "Entry":
            rows = rows.exclude(tournament__example=True)
        for organisation, club, count in (
            rows.order_by().values_list(to_organisation, "club").annotate(count=models.Count("pk"))
        ):
            if key := club_key(club):
                written.setdefault((organisation, key), Counter())[club] += count
    for (organisation, key), spellings in sorted(written.items()):
        name = min(spellings, key=lambda club: (-spellings[club], club))
        club = model("Club").objects.create(
            organisation_id=organisation, name=name, sort_name=fold(name)[:400]
        )
        model("ClubSpelling").objects.create(organisation_id=organisation, club=club, key=key, written=name)


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0042_signups"),
    ]

    operations = [
        migrations.CreateModel(
            name="Club",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("uid", models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                ("name", models.CharField(max_length=120)),
                ("sort_name", models.CharField(max_length=400)),
                ("short_name", models.CharField(blank=True, max_length=40)),
                ("city", models.CharField(blank=True, max_length=120)),
                (
                    "organisation",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="clubs",
                        to="tournaments.organisation",
                    ),
                ),
            ],
            options={
                "ordering": ["sort_name", "pk"],
            },
        ),
        migrations.CreateModel(
            name="ClubSpelling",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("key", models.CharField(max_length=400)),
                ("written", models.CharField(max_length=120)),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="spellings",
                        to="tournaments.club",
                    ),
                ),
                (
                    "organisation",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="club_spellings",
                        to="tournaments.organisation",
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
            },
        ),
        migrations.CreateModel(
            name="OrganisationAct",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("kind", models.CharField(max_length=30)),
                ("args", models.JSONField(default=dict)),
                ("inverse", models.JSONField(blank=True, null=True)),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                ("taken_back_at", models.DateTimeField(blank=True, null=True)),
                (
                    "by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "organisation",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="acts",
                        to="tournaments.organisation",
                    ),
                ),
                (
                    "taken_back_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["-pk"],
            },
        ),
        migrations.AddIndex(
            model_name="club",
            index=models.Index(fields=["organisation", "sort_name"], name="tournaments_organis_eac23f_idx"),
        ),
        migrations.AddConstraint(
            model_name="clubspelling",
            constraint=models.UniqueConstraint(
                fields=("organisation", "key"), name="club_spelling_of_one_club"
            ),
        ),
        migrations.RunPython(clubs_of_what_is_written, migrations.RunPython.noop),
    ]
