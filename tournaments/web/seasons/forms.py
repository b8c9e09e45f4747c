"""The form of a season: what is added up, and how (rules.md §10)."""

import re
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.common.form_fields import OneLine, WholeNumber
from tournaments.models import Season

MAX_RANKS, MAX_POINTS = 60, 1000
DEFAULT_RANK_POINTS = (15, 12, 10, 8, 7, 6, 5, 4, 3, 2, 1)


class RankPoints(OneLine):
    """The points of each rank, rank 1 first, with anything but digits between them."""

    def clean(self, value: Any) -> list[int]:
        """Return the points. Raises `ValidationError` if a worse rank gets more than a better one."""
        text = super().clean(value)
        points = [int(digits) for digits in re.findall(r"[0-9]+", text)[: MAX_RANKS + 1]]
        if len(points) > MAX_RANKS or any(one > MAX_POINTS for one in points):
            raise forms.ValidationError(
                _("Enter at most %(ranks)s numbers, none above %(most)s.")
                % {"ranks": MAX_RANKS, "most": MAX_POINTS},
                "rank_points_too_many",
            )
        if points != sorted(points, reverse=True):
            raise forms.ValidationError(
                _("A lower rank cannot be worth more. Enter the points for rank 1 first."),
                "rank_points_order",
            )
        return points


class SeasonForm(forms.Form):
    """One season, new or existing."""

    name = OneLine(label=gettext_lazy("Name of the season"), max_length=200)
    sides = forms.ChoiceField(
        label=gettext_lazy("Who is ranked"),
        widget=forms.RadioSelect,
        choices=[
            (
                Season.Sides.PERSONS,
                gettext_lazy("People\nPartners and members of a team each get what their side got."),
            ),
            (
                Season.Sides.TEAMS,
                gettext_lazy("Teams\nThe same name and club is the same team, no matter who plays in it."),
            ),
        ],
        required=False,
    )
    counts = forms.ChoiceField(
        label=gettext_lazy("What an evening is worth"),
        widget=forms.RadioSelect,
        choices=[
            (
                Season.Counts.RESULTS,
                gettext_lazy(
                    "Its result\nWhat the evening itself ranks by: game points, points pegged, games won."
                ),
            ),
            (
                Season.Counts.RANKS,
                gettext_lazy("Points for the rank\nThose who share a rank get the same points."),
            ),
        ],
    )
    by_rank = RankPoints(
        label=gettext_lazy("Points for ranks 1, 2, 3 …"),
        required=False,
        max_length=400,
        help_text=gettext_lazy("One number per rank, the best first. Further ranks get nothing."),
    )
    best = WholeNumber(
        label=gettext_lazy("How many evenings count"),
        least=1,
        most=100,
        required=False,
        help_text=gettext_lazy("The best evenings of each. If left empty: all of them."),
    )
    least = WholeNumber(
        label=gettext_lazy("Minimum result of an evening"),
        least=0,
        most=100_000,
        required=False,
        help_text=gettext_lazy(
            "An evening below it is worth nothing: for instance, below 12 game points at Grass Roots."
        ),
    )
    attendance = WholeNumber(
        label=gettext_lazy("Evenings needed for a rank"),
        least=0,
        most=100,
        required=False,
        help_text=gettext_lazy("Those who came less often are listed below, without a rank."),
    )
    public = forms.BooleanField(
        label=gettext_lazy("Everybody may see this table"),
        required=False,
        help_text=gettext_lazy("With the evenings that are public, and names as they are on the Internet."),
    )

    def clean(self) -> dict[str, Any]:
        """Check that points are given if ranks count."""
        typed = super().clean() or {}
        if typed.get("counts") == Season.Counts.RANKS and not typed.get("by_rank") and not self.errors:
            self.add_error(
                "by_rank", forms.ValidationError(_("Enter what rank 1 is worth."), "rank_points_none")
            )
        return typed

    def described(self) -> dict[str, Any]:
        """Return the typed values, by the columns of a season."""
        typed = dict(self.cleaned_data)
        sides = typed["sides"] or Season.Sides.PERSONS
        return typed | {"sides": sides, "least": typed["least"] or 0, "attendance": typed["attendance"] or 0}


def initial(season: Season | None) -> dict[str, Any]:
    """Return the initial values for a season, or for a new one."""
    if season is None:
        points = ", ".join(str(one) for one in DEFAULT_RANK_POINTS)
        return {"sides": Season.Sides.PERSONS, "counts": Season.Counts.RESULTS, "by_rank": points}
    shown = {
        name: getattr(season, name) for name in ("name", "sides", "counts", "best", "attendance", "public")
    }
    points = ", ".join(str(one) for one in season.by_rank or DEFAULT_RANK_POINTS)
    return shown | {"by_rank": points, "least": season.least or None}
