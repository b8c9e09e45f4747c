"""A form that two people have open: the second one to send it sees what the first one has changed."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from tests import factories, page_reader
from tests.interleaved import run_while_waiting_for_lock
from tests.rounds.test_teams_on_boards import make_tournament
from tests.web.setup.posting import posted
from tournaments import formats, registration, rounds
from tournaments.finals import playoffs
from tournaments.models import Entry, Tournament
from tournaments.publishing import cash_box, identity, notices, prizes, qualification
from tournaments.publishing.outputs import reports
from tournaments.publishing.prizes import Prize
from tournaments.registration import categories, fees, questions, signup_settings
from tournaments.rounds import stages
from tournaments.standings import club_teams
from tournaments.web.setup.forms.form import SetupForm

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]


@dataclass
class Form:
    """The form at `path`: what is typed into it, what another person does meanwhile, and the outcome."""

    tournament: Tournament
    path: str
    typed: dict[str, Any]
    other: Callable[[], object]
    stands: Callable[[], Any]
    code: str = "changed_meanwhile"


def line_up_form() -> Form:
    tournament = make_tournament(2, 2, members=3)
    round_ = rounds.seat(stages.qualifying(tournament), 1, by=None)
    side = rounds.team_matches(round_)[0].home
    one, two, three = (member.pk for member in side.squad)
    number = side.entry.number

    def stands() -> list[int | None]:
        return rounds.team_matches(round_)[0].home.members

    return Form(
        tournament,
        "rounds/1/line-ups/",
        {"entry": number, "board": [three, two], "was": [one, two]},
        lambda: rounds.change_line_up(round_, number, [one, three], by=None),
        stands,
    )


def playoff_form() -> Form:
    asked = formats.playoffs(who="first", count=2, games=1)
    tournament = factories.tournament(4, rounds=1, playoffs=asked)
    everybody = ["1", "2", "3", "4"]
    return Form(
        tournament,
        "playoffs/players/",
        {"shown": "1", "seen": everybody, "plays": everybody[:3]},
        lambda: playoffs.opt_out(tournament, {1}, by=None),
        lambda: playoffs.opted_out(tournament),
        "stay_out_changed",
    )


def notice_form() -> Form:
    tournament = factories.tournament(2)
    return Form(
        tournament,
        "notice/",
        {"text": "Souper à 17 h", "seen": "0"},
        lambda: notices.set_notice(tournament, "Une auto bleue bloque l’entrée", None, by=None),
        lambda: Tournament.objects.get(pk=tournament.pk).notice,
    )


def notice_removal_form() -> Form:
    tournament = factories.tournament(2)
    notices.set_notice(tournament, "Souper à 17 h", None, by=None)
    return Form(
        tournament,
        "notice/away/",
        {"seen": str(notices.last_change(tournament))},
        lambda: notices.set_notice(tournament, "Une auto bleue bloque l’entrée", None, by=None),
        lambda: Tournament.objects.get(pk=tournament.pk).notice,
    )


def house_form() -> Form:
    tournament = factories.tournament(3, odd="house")
    return Form(
        tournament,
        "registration/house/",
        {"house": "Zoé Roy", "seen": ""},
        lambda: registration.name_house(tournament, "Yvon Lavoie"),
        lambda: tournament.entries.get(kind=Entry.Kind.HOUSE).name,
    )


def setup_form() -> Form:
    tournament = factories.tournament(4)
    return _setup_form(
        tournament, lambda: stages.change_rules(stages.qualifying(tournament), {"minutes": 44}, by=None)
    )


def setup_form_before_seating() -> Form:
    tournament = factories.tournament(4)
    return _setup_form(
        tournament, lambda: rounds.seat(stages.qualifying(tournament), 1, by=None), pegging="as_pegged"
    )


def setup_form_before_playoffs() -> Form:
    asked = formats.playoffs(who="first", count=2, games=1)
    tournament = factories.tournament(4, rounds=1, playoffs=asked)
    factories.play_round(tournament, 1)
    return _setup_form(
        tournament, lambda: playoffs.start_playoffs(tournament, seed=1, by=None), playoffs_third="on"
    )


def _setup_form(tournament: Tournament, other: Callable[[], object], **typed: str) -> Form:
    client = factories.director_client(tournament)
    seen = page_reader.parse(client.get(f"/t/{tournament.slug}/setup/")).one("input[name=seen]")["value"]

    def stands() -> tuple[Any, ...]:
        rules, described = stages.rules_and_description(Tournament.objects.get(pk=tournament.pk))
        return described["place"], *(rules[name] for name in ("minutes", "pegging", "playoffs"))

    return Form(
        tournament,
        "setup/",
        posted(SetupForm(tournament=tournament), place="Salle Iris", **typed) | {"seen": seen},
        other,
        stands,
        "page_changed",
    )


def prizes_form() -> Form:
    tournament = factories.tournament(4)
    ham, trophy = (Prize(0, "rank", 0, 1, thing, 0) for thing in ("Jambon", "Trophée"))
    prizes.save_prizes(tournament, [ham], one_each=False, by=None)
    return _filled_form(
        tournament,
        "prizes/lists/prizes/",
        {"p-0-thing": "Dinde", "one_each": "yes"},
        lambda: prizes.save_prizes(tournament, [ham, trophy], one_each=False, by=None),
        prizes.prizes_of,
        page="prizes/lists/",
    )


def categories_form() -> Form:
    tournament = factories.tournament(4)
    return _filled_form(
        tournament,
        "prizes/lists/categories/",
        {"c-0-name": "Femmes"},
        lambda: categories.save_categories(tournament, [(None, "Mixte", True)], by=None),
        categories.categories_of,
        page="prizes/lists/",
    )


def clubs_form() -> Form:
    tournament = factories.tournament(4)
    return _filled_form(
        tournament,
        "prizes/lists/clubs/",
        {"k-wanted": "on", "k-best": "3"},
        lambda: club_teams.declare(tournament, club_teams.ClubDeclaration(best=2, least=2), by=None),
        club_teams.declaration,
        page="prizes/lists/",
    )


def cash_form() -> Form:
    tournament = factories.tournament(4)
    return _filled_form(
        tournament,
        "cash/",
        {"c-0-text": "Salle", "c-0-money": "20", "counted": "100"},
        lambda: cash_box.save_lines(tournament, [cash_box.CashLine("Café", 500)], by=None),
        lambda now: (cash_box.lines(now), cash_box.counted(now)),
    )


def identity_form() -> Form:
    tournament = factories.tournament(4)
    return _filled_form(
        tournament,
        "identity/",
        {"name": "Club Iris"},
        lambda: identity.set_details(tournament, "", "", ["Épicerie Roy"], by=None),
        identity.identity_of,
    )


def fees_form() -> Form:
    tournament = factories.tournament(4)
    return _filled_form(
        tournament,
        "registration/fees/set/",
        {"amount": "15"},
        lambda: fees.save_fees(tournament, fees.Fees(500, {}, {}, ""), by=None),
        fees.fees_of,
        page="registration/fees/",
    )


def questions_form() -> Form:
    tournament = factories.tournament(4)
    return _filled_form(
        tournament,
        "registration/questions/ask/",
        {"q-0-text": "Repas"},
        lambda: questions.save_questions(tournament, [(None, "Autobus", [])], by=None),
        questions.questions_of,
        page="registration/questions/",
    )


def qualification_form() -> Form:
    tournament = factories.tournament(4)
    return _filled_form(
        tournament,
        "qualification/rule/",
        {"places": "3"},
        lambda: qualification.save_rule(tournament, qualification.Rule(2, qualification.TOGETHER), by=None),
        qualification.rule_of,
        page="qualification/",
    )


def report_columns_form() -> Form:
    tournament = factories.tournament(4)
    return _filled_form(
        tournament,
        "publish/columns/",
        {"name": "Membre"},
        lambda: reports.set_columns(tournament, {"points": "Pts"}, by=None),
        reports.columns,
        page="publish/federation/",
    )


def online_registration_form() -> Form:
    tournament = factories.tournament(4)
    return _filled_form(
        tournament,
        "registration/online/set/",
        {"on": "on", "capacity": "40"},
        lambda: signup_settings.save_settings(
            tournament, signup_settings.SignupSettings(on=True, per_club=4), by=None
        ),
        signup_settings.settings_of,
        page="registration/online/",
    )


def _filled_form(
    tournament: Tournament,
    path: str,
    typed: dict[str, Any],
    other: Callable[[], object],
    stored: Callable[[Tournament], Any],
    page: str = "",
) -> Form:
    """Return the form at `path` as its page shows it, with `typed` in it; `stored` reads what it changes."""
    at = f"/t/{tournament.slug}/"
    shown = factories.director_client(tournament).get(f"{at}{page or path}")
    data = page_reader.form_data(shown, f"{at}{path}" if page else None) | typed
    return Form(
        tournament,
        path,
        data,
        other,
        lambda: stored(Tournament.objects.get(pk=tournament.pk)),
        "page_changed",
    )


HIDDEN_FIELDS = ("seen", "was", "out")
SETUP_FORMS = [setup_form, setup_form_before_seating, setup_form_before_playoffs]
FORMS = [
    *(line_up_form, playoff_form, notice_form, notice_removal_form, house_form, report_columns_form),
    *SETUP_FORMS,
]
FILLED_FORMS = [
    *(prizes_form, categories_form, clubs_form, cash_form, identity_form, fees_form, questions_form),
    *(qualification_form, online_registration_form),
]


@pytest.mark.parametrize("form", [*FORMS, *FILLED_FORMS])
def test_second_sender_gets_conflict_and_changes_nothing(form):
    it, stood = form(), []

    def first() -> None:
        it.other()
        stood.append(it.stands())

    with run_while_waiting_for_lock(first):
        answer = factories.director_client(it.tournament).post(
            f"/t/{it.tournament.slug}/{it.path}", it.typed, follow=True
        )
    assert it.code in page_reader.codes(answer) + _of_form(answer)
    assert it.stands() == stood[0]


def _of_form(answer) -> list[str]:
    """Return the codes of the faults of a form as a whole."""
    form = answer.context.get("form")
    return [fault.code for fault in form.non_field_errors().as_data()] if form else []


@pytest.mark.parametrize("form", [*FORMS, *FILLED_FORMS])
def test_single_sender_saves_form(form):
    it = form()
    before = it.stands() if form is not house_form else None
    answer = factories.director_client(it.tournament).post(
        f"/t/{it.tournament.slug}/{it.path}", it.typed, follow=True
    )
    assert it.code not in page_reader.codes(answer)
    assert it.stands() != before


@pytest.mark.parametrize("form", [line_up_form, playoff_form, notice_form, report_columns_form, *SETUP_FORMS])
def test_conflicting_form_keeps_input_and_can_be_resent(form):
    it = form()
    client, url = factories.director_client(it.tournament), f"/t/{it.tournament.slug}/{it.path}"
    with run_while_waiting_for_lock(it.other):
        answer = client.post(url, it.typed)
    assert answer.status_code in (200, 422)
    before, again = it.stands(), page_reader.parse(answer)
    for name in HIDDEN_FIELDS:
        values = [one.get("value") or "" for one in again.all(f"input[name={name}]")]
        if values and (name, form) != ("seen", playoff_form):
            it.typed[name] = values[: len(it.typed.get(name, values))] if name == "was" else values
    assert client.post(url, it.typed).status_code == 302
    assert it.stands() != before


@pytest.mark.parametrize("form", FILLED_FORMS)
def test_refused_list_is_compared_with_what_its_page_showed_until_it_says_so(form):
    it = form()
    client, url = factories.director_client(it.tournament), f"/t/{it.tournament.slug}/{it.path}"
    action = url if it.path.startswith(("prizes/", "registration/", "qualification/")) else None
    it.other()
    stood, faulty = it.stands(), it.typed | FAULTS[form]
    answer = client.post(url, faulty)
    assert it.code not in page_reader.codes(answer) + _of_form(answer)
    kept = page_reader.form_data(answer, action) | {name: it.typed[name] for name in FAULTS[form]}
    answer = client.post(url, kept)
    assert it.code in page_reader.codes(answer) + _of_form(answer)
    assert it.stands() == stood
    assert client.post(url, page_reader.form_data(answer, action)).status_code == 302
    assert it.stands() != stood


def test_refused_setup_is_still_compared_with_what_its_page_showed():
    it = setup_form()
    it.other()
    answer = factories.director_client(it.tournament).post(
        f"/t/{it.tournament.slug}/{it.path}", it.typed | {"name": ""}
    )
    assert page_reader.parse(answer).one("input[name=seen]")["value"] == it.typed["seen"]


FAULTS = {
    prizes_form: {"p-0-money": "beaucoup"},
    categories_form: {"c-0-number": "x"},
    clubs_form: {"k-best": "0"},
    cash_form: {"counted": "beaucoup"},
    identity_form: {"name": "x" * 81},
    fees_form: {"amount": "beaucoup"},
    qualification_form: {"places": "beaucoup"},
    online_registration_form: {"capacity": "beaucoup"},
    questions_form: {"q-0-number": "x"},
}
