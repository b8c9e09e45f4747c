"""A form that two people have open: the second one to send it learns what the first one has changed."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from django.test import Client

from tests import factories, shown_by
from tests.interleaved import overtaken
from tests.rounds.test_teams_on_boards import day_of
from tests.web.setup.posting import posted
from tournaments import formats, registration, rounds
from tournaments.finals import playoffs
from tournaments.models import Entry, Tournament
from tournaments.publishing import notices
from tournaments.rounds import stages
from tournaments.web.setup.forms.form import SetupForm

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]


@dataclass
class Form:
    """What is typed into the form at `path`, what somebody else does meanwhile, and what stands then."""

    day: Tournament
    path: str
    typed: dict[str, Any]
    other: Callable[[], object]
    stands: Callable[[], Any]
    code: str = "changed_meanwhile"


def line_up() -> Form:
    day = day_of(2, 2, members=3)
    round_ = rounds.seat(stages.qualifying(day), 1, by=None)
    side = rounds.team_matches(round_)[0].home
    one, two, three = (member.pk for member in side.squad)
    number = side.entry.number

    def stands() -> list[int | None]:
        return rounds.team_matches(round_)[0].home.members

    return Form(
        day,
        "rounds/1/line-ups/",
        {"entry": number, "board": [three, two], "was": [one, two]},
        lambda: rounds.change_line_up(round_, number, [one, three], by=None),
        stands,
    )


def who_plays_on() -> Form:
    asked = formats.playoffs(who="first", count=2, games=1)
    day = factories.tournament(4, rounds=1, playoffs=asked)
    everybody = ["1", "2", "3", "4"]
    return Form(
        day,
        "playoffs/players/",
        {"told": "1", "seen": everybody, "plays": everybody[:3]},
        lambda: playoffs.opt_out(day, {1}, by=None),
        lambda: playoffs.opted_out(day),
        "stay_out_changed",
    )


def notice() -> Form:
    day = factories.tournament(2)
    return Form(
        day,
        "notice/",
        {"text": "Souper à 17 h", "seen": "0"},
        lambda: notices.tell(day, "Une auto bleue bloque l’entrée", None, by=None),
        lambda: Tournament.objects.get(pk=day.pk).notice,
    )


def notice_taken_away() -> Form:
    day = factories.tournament(2)
    notices.tell(day, "Souper à 17 h", None, by=None)
    return Form(
        day,
        "notice/away/",
        {"seen": str(notices.last(day))},
        lambda: notices.tell(day, "Une auto bleue bloque l’entrée", None, by=None),
        lambda: Tournament.objects.get(pk=day.pk).notice,
    )


def house() -> Form:
    day = factories.tournament(3, odd="house")
    return Form(
        day,
        "registration/house/",
        {"house": "Zoé Roy", "seen": ""},
        lambda: registration.name_house(day, "Yvon Lavoie"),
        lambda: day.entries.get(kind=Entry.Kind.HOUSE).name,
    )


def set_up() -> Form:
    day = factories.tournament(4)
    client = directing(day)
    seen = shown_by.page(client.get(f"/t/{day.slug}/setup/")).one("input[name=seen]")["value"]
    typed = posted(SetupForm(tournament=day), missed="30") | {"seen": seen}

    def stands() -> tuple[Any, ...]:
        rules = stages.qualifying(day).rules
        return rules["missed"], rules["minutes"]

    return Form(
        day,
        "setup/",
        typed,
        lambda: stages.change_rules(stages.qualifying(day), {"minutes": 44}, by=None),
        stands,
        "setup_changed",
    )


def directing(day: Tournament) -> Client:
    client = Client()
    client.force_login(factories.director_of(day))
    return client


SENT_ALONG = ("seen", "was", "out")
FORMS = [line_up, who_plays_on, notice, notice_taken_away, house, set_up]


@pytest.mark.parametrize("form", FORMS)
def test_the_second_of_two_is_told_and_writes_nothing(form):
    it, stood = form(), []

    def first() -> None:
        it.other()
        stood.append(it.stands())

    with overtaken(first):
        answer = directing(it.day).post(f"/t/{it.day.slug}/{it.path}", it.typed, follow=True)
    assert it.code in shown_by.codes(answer) + _of_form(answer)
    assert it.stands() == stood[0]


def _of_form(answer) -> list[str]:
    """The codes of the faults of a form as a whole."""
    form = answer.context.get("form")
    return [fault.code for fault in form.non_field_errors().as_data()] if form else []


@pytest.mark.parametrize("form", FORMS)
def test_who_is_alone_writes_what_was_typed(form):
    it = form()
    before = it.stands() if form is not house else None
    answer = directing(it.day).post(f"/t/{it.day.slug}/{it.path}", it.typed, follow=True)
    assert it.code not in shown_by.codes(answer)
    assert it.stands() != before


@pytest.mark.parametrize("form", [line_up, who_plays_on, notice, set_up])
def test_what_was_typed_is_there_still_and_goes_through_when_it_is_sent_again(form):
    it = form()
    client, url = directing(it.day), f"/t/{it.day.slug}/{it.path}"
    with overtaken(it.other):
        answer = client.post(url, it.typed)
    assert answer.status_code in (200, 422)
    before, again = it.stands(), shown_by.page(answer)
    for name in SENT_ALONG:
        values = [one.get("value") or "" for one in again.all(f"input[name={name}]")]
        if values and (name, form) != ("seen", who_plays_on):
            it.typed[name] = values[: len(it.typed.get(name, values))] if name == "was" else values
    assert client.post(url, it.typed).status_code == 302
    assert it.stands() != before
