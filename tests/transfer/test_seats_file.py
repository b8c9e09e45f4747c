"""Seats from a file: brought on its page, followed by the day, known to whatever shows who sits where."""

import io

import pytest
from django.urls import reverse
from openpyxl import Workbook

from scoring import DomainError
from tests import factories, shown_by
from tournaments import formats, registration, rounds
from tournaments.common.audit_log import undo
from tournaments.models import Act, Meeting
from tournaments.organisations import own_formats
from tournaments.pairing import pairing_systems
from tournaments.publishing import tournament_words
from tournaments.rounds import stages
from tournaments.transfer import copies, dry_run, seats_file

pytestmark = pytest.mark.django_db
LINES = """Partie;Table;A;B
1;1;1;2
1;2;3;4
1;3;5;6
2;3;1;Noëlla L'Écuyer
2;2;2;5
2;1;4;6
"""
OF_EACH_MOVEMENT = {one.rules["movement"]: key for key, one in formats.FORMATS.items() if one.rules["rounds"]}
FIRST = [(1, (1, 2)), (2, (3, 4)), (3, (5, 6))]
SECOND = [(1, (4, 6)), (2, (2, 5)), (3, (1, 3))]


def day(players=6, text=LINES, **rules):
    made = factories.tournament(players, rounds=2, **rules)
    seats_file.use(made, seats_file.read_text(made, text), name="rotation.csv", by=None)
    made.refresh_from_db()
    return made


def stage_of(tournament):
    return stages.qualifying(tournament)


def tables(seating):
    return [(table.table, table.people) for table in seating.tables]


def play(tournament, number):
    round_ = factories.open_round(tournament, number)
    for meeting in round_.meetings.filter(void_act=None):
        if meeting.seats.count() == 2:
            factories.enter(meeting, [121, 90])
    return rounds.close_round(round_, by=None)


def codes(seating):
    return {(found.code, found.people) for found in seating.findings if found.code.startswith("file_")}


def test_both_games_are_seated_as_the_file_says():
    made = day()
    assert tables(rounds.plan(stage_of(made), 1)) == FIRST
    play(made, 1)
    assert [[(table.table, table.people) for table in one] for one in rounds.to_come(stage_of(made))] == [
        SECOND
    ]
    seating = rounds.plan(stage_of(made), 2)
    assert tables(seating) == SECOND
    assert not codes(seating)
    play(made, 2)


def test_why_says_that_the_file_says_so_and_a_swap_is_by_hand():
    made = day()
    round_ = rounds.seat(stage_of(made), 1, by=None)
    assert rounds.by_hand(round_) == dict.fromkeys((1, 2, 3), "file")
    rounds.swap(round_, 1, 3, by=None)
    assert rounds.by_hand(round_) == {1: "hand", 2: "hand", 3: "file"}
    assert ("file_not_followed", (1, 2)) in codes(rounds.seating_of(round_))


def test_absent_late_and_added_people_are_seated_and_told():
    made = day(odd="bye", bye_credit=60, tables=4)
    entries = {entry.number: entry for entry in made.entries.all()}
    registration.withdraw(entries[2], from_round=1, by=None)
    seating = rounds.plan(stage_of(made), 1)
    assert tables(seating)[1:] == FIRST[1:]
    assert tables(seating)[0] == (1, (1,))
    assert codes(seating) == {("file_absent", (1,))}
    seven = registration.add_entry(made, "Rose O'Brien")
    seating = rounds.plan(stage_of(made), 1)
    assert set(tables(seating)[0][1]) == {1, seven.number}
    assert codes(seating) == {("file_absent", (1,)), ("file_not_in_it", (seven.number,))}
    play(made, 1)
    registration.come_back(entries[2], from_round=2, by=None)
    made.refresh_from_db()
    assert ("file_not_in_it", (seven.number,)) in codes(rounds.plan(stage_of(made), 2))
    play(made, 2)


def test_who_sits_out_in_the_file_needs_declared_points():
    text = "1;1;1;2\n1;2;3;4\n2;1;1;3\n2;2;2;4"
    made = day(4, text + "\n3;1;1;4\n3;-;2;\n3;-;3;", tables=4)
    stages.change_rules(stage_of(made), {"rounds": 3}, by=None)
    for number in (1, 2):
        play(made, number)
    with pytest.raises(DomainError, match="bye_credit_missing"):
        rounds.plan(stage_of(made), 3)
    stages.change_rules(stage_of(made), {"bye_credit": 60}, by=None)
    assert [people for _, people in tables(rounds.plan(stage_of(made), 3))] == [(1, 4), (2,), (3,)]


def test_it_is_put_away_and_undone():
    made = day()
    before = stage_of(made).rules["seats_file"]["like"]
    seats_file.put_away(made, by=None)
    assert (stage_of(made).movement, stage_of(made).rules["seats_file"]) == (before, None)
    undo(Act.objects.filter(kind="change_rules").latest("version"), by=None)
    assert tables(rounds.plan(stage_of(made), 1)) == FIRST


def test_once_a_game_is_seated_another_file_changes_only_those_to_come():
    made = day()
    play(made, 1)
    with pytest.raises(DomainError, match="rules_stand"):
        seats_file.put_away(made, by=None)
    other = "1;1;1;2\n1;2;3;4\n1;3;5;6\n2;1;1;6\n2;2;2;3\n2;3;4;5"
    seats_file.use(made, seats_file.read_text(made, other), name="", by=None)
    assert tables(rounds.plan(stage_of(made), 2)) == [(1, (1, 6)), (2, (2, 3)), (3, (4, 5))]
    plain = factories.tournament(6)
    rounds.seat(stage_of(plain), 1, by=None)
    with pytest.raises(DomainError, match="file_too_late"):
        seats_file.use(plain, seats_file.read_text(plain, LINES), name="", by=None)


def test_faults_and_a_table_of_three_are_refused():
    made = factories.tournament(6)
    with pytest.raises(DomainError, match="file_has_faults"):
        seats_file.use(made, seats_file.read_text(made, LINES + "2;3;1;2"), name="", by=None)
    three = factories.tournament(7, odd="three", tables=3)
    with pytest.raises(DomainError, match="file_three"):
        seats_file.use(three, seats_file.read_text(three, LINES), name="", by=None)


def test_copies_formats_and_rehearsals_hold_it():
    made = day()
    restored = copies.restore(
        copies.open_copy(copies.seal_copy(copies.pack(made))), by=factories.director("reine")
    )
    assert stage_of(restored).rules["seats_file"] == stage_of(made).rules["seats_file"]
    asked = dry_run.entered(made)
    assert dry_run.feasible(asked).possible
    assert dry_run.plan(asked).file == pairing_systems.seats_file_of(stage_of(made).rules)
    again = factories.tournament(6, rounds=2)
    seats_file.bring_along(again, made, by=None)
    assert tables(rounds.plan(stage_of(again), 1)) == FIRST
    assert tournament_words.rules_of_the_day(stage_of(made).rules)


def test_a_format_of_ones_own_travels_with_it():
    made = day()
    rules = stage_of(made).rules
    club = factories.Organisation.objects.create(name="FADOQ L'Écuyer")
    kept = own_formats.keep(own_formats.of_tournament(made), club, by=None)
    assert own_formats.parse_format(own_formats.format_file(kept)).rules["seats_file"] == rules["seats_file"]


@pytest.mark.parametrize("key", sorted(OF_EACH_MOVEMENT.values()))
def test_the_model_file_of_every_format_can_be_played(key):
    made = factories.tournament(14, key=key, tables=14)
    stage = stage_of(made)
    rows = seats_file.model(stage, heading=("Game", "Table"))
    plan = seats_file.read_text(made, "\n".join(";".join(map(str, row)) for row in rows))
    assert not [fault for fault in seats_file.proof_read(made, plan) if fault.hard]
    seats_file.use(made, plan, name="model.csv", by=None)
    seating = rounds.plan(stage_of(made), 1) if stage.rules["bye_credit"] is not None else None
    assert not seating or not seating.faults


def workbook(rows):
    book = Workbook()
    for row in rows:
        book.active.append(row)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def test_it_is_brought_on_its_page_looked_at_and_used(client):
    made = factories.tournament(6, rounds=2)
    client.force_login(factories.organiser(made))
    url = reverse("seats_file", args=[made.slug])
    sheet = io.BytesIO(workbook([line.split(";") for line in LINES.splitlines()]))
    sheet.name = "rotation <b>.xlsx"
    page = client.post(url, {"file": sheet})
    assert page.status_code == 200
    assert not stage_of(made).rules.get("seats_file")
    fields = {name: page.context[name] for name in ("lines", "name")}
    assert client.post(reverse("seats_file_use", args=[made.slug]), fields).status_code == 302
    assert tables(rounds.plan(stage_of(made), 1)) == FIRST
    for name in (
        "setup",
        "seats_file",
        "rules",
        "rounds",
        "rounds_seat",
        "seats_file_csv",
        "seats_file_model",
    ):
        assert client.get(reverse(name, args=[made.slug])).status_code == 200
    rounds.seat(stage_of(made), 1, by=None)
    assert client.get(reverse("round_why", args=[made.slug, 1, 1])).status_code == 200
    assert Meeting.objects.filter(round__stage=stage_of(made)).count() == 3


def test_a_file_with_faults_shows_each_with_its_line_and_changes_nothing(client):
    made = factories.tournament(6, rounds=2)
    client.force_login(factories.organiser(made))
    pasted = LINES + "2;3;1;<b>Gras</b>\n2;4;1;7\n"
    page = client.post(reverse("seats_file", args=[made.slug]), {"pasted": pasted})
    found = shown_by.codes(page)
    assert {"file_twice", "file_seat_taken", "file_name_unknown"} <= set(found)
    assert page.context["pasted"] == pasted
    assert b"<b>Gras" not in page.content
    late = client.post(reverse("seats_file_use", args=[made.slug]), {"lines": pasted, "name": ""})
    assert (late.status_code, late.context["refusal"].code) == (422, "file_has_faults")
    assert late.context["pasted"] == pasted and {"file_twice", "file_seat_taken"} <= set(shown_by.codes(late))
    assert stage_of(made).movement != "from_file"
    rounds.seat(stage_of(made), 1, by=None)
    late = client.post(reverse("seats_file_use", args=[made.slug]), {"lines": LINES, "name": "jeudi.csv"})
    assert (late.context["refusal"].code, late.context["pasted"]) == ("file_too_late", LINES)
    assert client.post(reverse("seats_file", args=[made.slug]), {"pasted": "%PDF-1.4"}).status_code == 422


def rotation(people=400, games=30):
    """A line for each seat of so many games, people moving by one table each game."""
    told = [["Partie", "Table", "Place", "Numéro"]]
    for game in range(games):
        for at in range(people):
            table = at // 2 + 1 if at % 2 else (at // 2 + game) % (people // 2) + 1
            told.append([str(game + 1), str(table), "AB"[at % 2], str(at + 1)])
    return told


def in_csv(rows):
    return "\n".join(";".join(row) for row in rows).encode()


def in_excel(rows):
    book, content = Workbook(), io.BytesIO()
    for row in rows:
        book.active.append(row)
    book.save(content)
    return content.getvalue()


@pytest.mark.parametrize(("written", "games"), [(in_csv, 29), (in_excel, 15)])
def test_a_file_with_a_line_for_each_seat_of_four_hundred_is_read_whole(written, games):
    plan = seats_file.parse_seats(written(rotation(games=games)), lambda name: ())
    assert [len(tables) for tables in plan.rounds] == [200] * games and not plan.faults
    assert plan.people == frozenset(range(1, 401))


def test_more_lines_than_any_day_has_are_refused():
    with pytest.raises(DomainError) as refused:
        seats_file.parse_seats(in_csv(rotation()) + b"\n1;1;A;1", lambda name: ())
    assert (refused.value.code, refused.value.args_["most"]) == ("seats_too_many_lines", 12_000)
