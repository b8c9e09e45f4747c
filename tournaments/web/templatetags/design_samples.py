"""The content of /design/: one small form and one small table, with names that test the page."""

from datetime import date
from types import SimpleNamespace

import django_tables2
from django import forms, template
from django.contrib.messages import ERROR, SUCCESS, WARNING
from django.contrib.messages.storage.base import Message
from django.http import HttpRequest
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _

from tournaments.web.steps import STEPS

register = template.Library()

PLAYERS = [
    (1, "Huguette L’Écuyer", "Saint-Hilaire", 1621, 11, 2, 402),
    (2, "Gérald O'Brien", "Richelieu", 1612, 8, 1, 377),
    (2, "Marie-Josée Saint-Hilaire-Desrochers", "Les Joyeux de Sorel", 1612, 9, 0, 355),
    (4, "Yvon <b>Côté</b>", "Beloeil", 1598, 9, 1, 291),
    (5, "Jeannine Thériault", "Saint-Hilaire", 1577, 8, 0, 204),
]
FEASIBLE = [
    {"label": _("Games each"), "value": "15"},
    {"label": _("Tables"), "value": "16"},
    {"label": _("Ends about"), "value": "16:20"},
]
WAYS = [
    {
        "label": _("Add a house player"),
        "name": "odd",
        "value": "house",
        "note": _("Plays, is not ranked."),
    },
    {
        "label": _("Play fourteen games"),
        "name": "rounds",
        "value": "14",
        "note": _("Everyone plays 14."),
    },
]
PLACES = [
    {"rank": 1, "name": "Huguette L’Écuyer", "points": "1 621", "note": _("won 11 of 15")},
    {
        "rank": 2,
        "name": "Marie-Josée Saint-Hilaire-Desrochers",
        "points": "1 612",
        "note": _("best of three, 2–1"),
    },
    {"rank": 3, "name": "Gérald O'Brien", "points": "1 612", "note": _("best of three, 1–2")},
]
SLOTS = [
    {"time": "9:00", "label": _("Welcome"), "done": True, "pause": True},
    {"time": "9:30", "label": _("Games 1 to 7"), "done": True},
    {"time": "12:00", "label": _("Lunch"), "pause": True, "now": True},
    {"time": "13:15", "label": _("Games 8 to 15")},
    {"time": "16:30", "label": _("Medals"), "pause": True},
]
MINOR = {"th": {"class": "minor"}, "td": {"class": "minor"}}
MINOR_FIGURE = {"th": {"class": "n minor"}, "td": {"class": "n minor"}}


class SampleForm(forms.Form):
    """One field of each kind."""

    name = forms.CharField(
        label=_("Name of the tournament"), help_text=_("As it should appear on the papers.")
    )
    tables = forms.IntegerField(label=_("Number of tables"), min_value=1, max_value=200)
    place = forms.CharField(label=_("Place"), required=False)
    paper = forms.ChoiceField(label=_("Paper"), choices=[("letter", _("Letter")), ("a4", "A4")])
    date = forms.DateField(label=_("Date"), widget=forms.DateInput(attrs={"type": "date"}))
    starts = forms.TimeField(label=_("First game at"), widget=forms.TimeInput(attrs={"type": "time"}))
    odd = forms.ChoiceField(
        label=_("When the field is odd"),
        help_text=_("Not everybody can play fifteen games with an odd number of players."),
        widget=forms.RadioSelect,
        choices=[
            ("house", _("House player\nPlays every game and is not ranked.")),
            ("bye", _("Bye\nOne person sits out and gets the points declared here.")),
            ("other", _("Fourteen games\nEveryone sits out once.")),
        ],
    )
    muggins = forms.BooleanField(label=_("Muggins"), required=False, help_text=_("Off, unless announced."))


class SampleTable(django_tables2.Table):
    """Standings as they look at the end of a tournament."""

    caption = _("Standings after game 15")
    caption_note = _("Equal points share a rank.")
    row_header = "name"
    rank = django_tables2.Column(verbose_name=_("Rank"), attrs={"th": {"class": "c"}, "td": {"class": "c"}})
    name = django_tables2.Column(verbose_name=_("Name"))
    club = django_tables2.Column(verbose_name=_("Club"), attrs=MINOR)
    points = django_tables2.Column(
        verbose_name=_("Points"), attrs={"th": {"class": "n"}, "td": {"class": "n total"}}
    )
    won = django_tables2.Column(verbose_name=_("Won"), attrs=MINOR_FIGURE)
    skunks = django_tables2.Column(verbose_name=_("Skunks"), attrs=MINOR_FIGURE)
    spread = django_tables2.Column(verbose_name=_("Spread"), attrs=MINOR_FIGURE)

    def render_rank(self, value: int):
        """Return a rank with a medal's colour for the first three; the number tells it too."""
        return format_html('<span class="rank rank-{}">{}</span>', value, value)


class SampleSeating(django_tables2.Table):
    """Cards on a phone, and more than one page."""

    caption = _("Seating of game 10, by name")
    row_header = "name"
    as_cards = True
    name = django_tables2.Column(verbose_name=_("Name"))
    table = django_tables2.Column(verbose_name=_("Table"))
    opponent = django_tables2.Column(verbose_name=_("Opponent"))
    walk = django_tables2.Column(verbose_name=_("Walk"), orderable=False)

    class Meta:
        prefix = "seating-"


def _seating_table(request: HttpRequest) -> str:
    """Return a table with three rows per page, so that it has several pages."""
    names = [player[1] for player in PLAYERS]
    walks = [_("stays"), _("to table 4"), _("stays"), _("one table on")]
    rows = [
        {"name": name, "table": number, "opponent": names[number - 4], "walk": walk}
        for number, (name, walk) in enumerate(zip(names[:4], walks, strict=True), 3)
    ]
    table = SampleSeating(rows)
    table.paginate(page=1, per_page=3)
    return table.as_html(request)


def _rows() -> list[dict]:
    keys = ("rank", "name", "club", "points", "won", "skunks", "spread")
    rows: list[dict] = [dict(zip(keys, player, strict=True)) for player in PLAYERS]
    for row in rows:
        behind = PLAYERS[0][3] - row["points"]
        place = f"{behind} behind {PLAYERS[0][1]}" if behind else "the most of the day"
        row["explanation"] = f"{row['points']} points, {place}; won {row['won']} of 15."
    return rows


@register.simple_tag(takes_context=True)
def design_samples(context) -> SimpleNamespace:
    """Return everything that the design page shows apart from plain markup."""
    request = context.get("request")
    table = SampleTable(_rows(), order_by="rank")
    return SimpleNamespace(
        steps=[
            {"url": "#", "label": step.label, "done": at < 2, "current": at == 2}
            for at, step in enumerate(STEPS)
        ],
        public={"slug": "sample"},
        tournament={
            "date": date(2026, 11, 21),
            "name": "Journée de cribbage de l’Âge d’or – Saint-Hyacinthe",
            "place": "Salle O’Brien",
        },
        form=SampleForm(initial={"odd": "house", "name": "Journée régionale"}),
        wrong=SampleForm(
            {"name": "", "tables": "300", "odd": "house", "date": "2026-11-21", "starts": "09:30"}
        ),
        table=table.as_html(request) if request else "",
        seating=_seating_table(request) if request else "",
        feasible=FEASIBLE,
        ways=WAYS,
        tiles=[
            {"table": n, "state": state}
            for n, state in enumerate(
                ["entered"] * 7
                + ["skunk", "entered", "missing", "disputed", "forfeit", "entered", "bye", "waiting"],
                1,
            )
        ],
        many=[{"table": n, "state": "missing" if n % 7 == 0 else "entered"} for n in range(1, 65)],
        places=PLACES,
        slots=SLOTS,
        job={"state": "running", "done": 84, "total": 200},
        job_done={"state": "done"},
        job_failed={"state": "failed", "error": ""},
        messages=[
            Message(SUCCESS, str(_("Huguette L’Écuyer is here.")), extra_tags="undo=#"),
            Message(WARNING, str(_("Game 10 is already seated: the seats stay as they are."))),
            Message(ERROR, str(_("Table 12 was just entered at the other desk."))),
        ],
    )
