"""Seats from a file: imported on its page, followed by the day, shown wherever seats are."""

import io

import pytest
from django.urls import reverse
from openpyxl import Workbook

from scoring import DomainError
from tests import factories, page_reader
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
FORMAT_BY_MOVEMENT = {
    one.rules["movement"]: key for key, one in formats.FORMATS.items() if one.rules["rounds"]
}
FIRST_ROUND = [(1, (1, 2)), (2, (3, 4)), (3, (5, 6))]
SECOND_ROUND = [(1, (4, 6)), (2, (2, 5)), (3, (1, 3))]


def tournament(players=6, text=LINES, **rules):
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


def test_rounds_are_seated_from_the_file():
    made = tournament()
    assert tables(rounds.plan(stage_of(made), 1)) == FIRST_ROUND
    play(made, 1)
    assert [
        [(table.table, table.people) for table in one] for one in rounds.future_rounds(stage_of(made))
    ] == [SECOND_ROUND]
    seating = rounds.plan(stage_of(made), 2)
    assert tables(seating) == SECOND_ROUND
    assert not codes(seating)
    play(made, 2)


def test_seating_reason_is_file_or_manual_swap():
    made = tournament()
    round_ = rounds.seat(stage_of(made), 1, by=None)
    assert rounds.manual_tables(round_) == dict.fromkeys((1, 2, 3), "file")
    rounds.swap(round_, 1, 3, by=None)
    assert rounds.manual_tables(round_) == {1: "hand", 2: "hand", 3: "file"}
    assert ("file_not_followed", (1, 2)) in codes(rounds.seating_of(round_))


def test_absent_late_and_added_entries_are_reported():
    made = tournament(odd="bye", bye_credit=60, tables=4)
    entries = {entry.number: entry for entry in made.entries.all()}
    registration.withdraw(entries[2], from_round=1, by=None)
    seating = rounds.plan(stage_of(made), 1)
    assert tables(seating)[1:] == FIRST_ROUND[1:]
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


def test_bye_in_the_file_needs_declared_points():
    text = "1;1;1;2\n1;2;3;4\n2;1;1;3\n2;2;2;4"
    made = tournament(4, text + "\n3;1;1;4\n3;-;2;\n3;-;3;", tables=4)
    stages.change_rules(stage_of(made), {"rounds": 3}, by=None)
    for number in (1, 2):
        play(made, number)
    with pytest.raises(DomainError, match="bye_credit_missing"):
        rounds.plan(stage_of(made), 3)
    stages.change_rules(stage_of(made), {"bye_credit": 60}, by=None)
    assert [people for _, people in tables(rounds.plan(stage_of(made), 3))] == [(1, 4), (2,), (3,)]


def test_removing_the_file_can_be_undone():
    made = tournament()
    before = stage_of(made).rules["seats_file"]["like"]
    seats_file.discard(made, by=None)
    assert (stage_of(made).movement, stage_of(made).rules["seats_file"]) == (before, None)
    undo(Act.objects.filter(kind="change_rules").latest("version"), by=None)
    assert tables(rounds.plan(stage_of(made), 1)) == FIRST_ROUND


def test_new_file_changes_only_later_rounds():
    made = tournament()
    play(made, 1)
    with pytest.raises(DomainError, match="rules_stand"):
        seats_file.discard(made, by=None)
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


def test_copies_and_dry_runs_keep_the_seats_file():
    made = tournament()
    restored = copies.restore(
        copies.open_copy(copies.seal_copy(copies.pack(made))), by=factories.director("reine")
    )
    assert stage_of(restored).rules["seats_file"] == stage_of(made).rules["seats_file"]
    asked = dry_run.request_from_entries(made)
    assert dry_run.feasibility_of(asked).possible
    assert dry_run.plan(asked).file == pairing_systems.seats_file_of(stage_of(made).rules)
    again = factories.tournament(6, rounds=2)
    seats_file.copy_seats_file(again, made, by=None)
    assert tables(rounds.plan(stage_of(again), 1)) == FIRST_ROUND
    assert tournament_words.announced_rules(stage_of(made).rules)


def test_own_format_keeps_the_seats_file():
    made = tournament()
    rules = stage_of(made).rules
    club = factories.Organisation.objects.create(name="FADOQ L'Écuyer")
    kept = own_formats.save_format(own_formats.draft_from_tournament(made), club, by=None)
    assert own_formats.parse_format(own_formats.format_file(kept)).rules["seats_file"] == rules["seats_file"]


@pytest.mark.parametrize("key", sorted(FORMAT_BY_MOVEMENT.values()))
def test_the_model_file_of_every_format_can_be_played(key):
    made = factories.tournament(14, key=key, tables=14)
    stage = stage_of(made)
    rows = seats_file.model_rows(stage, heading=("Game", "Table"))
    plan = seats_file.read_text(made, "\n".join(";".join(map(str, row)) for row in rows))
    assert not [fault for fault in seats_file.faults_of_plan(made, plan) if fault.hard]
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


def test_file_can_be_uploaded_previewed_and_used(client):
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
    assert tables(rounds.plan(stage_of(made), 1)) == FIRST_ROUND
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


def test_file_with_faults_lists_them_and_changes_nothing(client):
    made = factories.tournament(6, rounds=2)
    client.force_login(factories.organiser(made))
    pasted = LINES + "2;3;1;<b>Gras</b>\n2;4;1;7\n"
    page = client.post(reverse("seats_file", args=[made.slug]), {"pasted": pasted})
    found = page_reader.codes(page)
    assert {"file_twice", "file_seat_taken", "file_name_unknown"} <= set(found)
    assert page.context["pasted"] == pasted
    assert b"<b>Gras" not in page.content
    late = client.post(reverse("seats_file_use", args=[made.slug]), {"lines": pasted, "name": ""})
    assert (late.status_code, late.context["refusal"].code) == (422, "file_has_faults")
    assert late.context["pasted"] == pasted and {"file_twice", "file_seat_taken"} <= set(
        page_reader.codes(late)
    )
    assert stage_of(made).movement != "from_file"
    rounds.seat(stage_of(made), 1, by=None)
    late = client.post(reverse("seats_file_use", args=[made.slug]), {"lines": LINES, "name": "jeudi.csv"})
    assert (late.context["refusal"].code, late.context["pasted"]) == ("file_too_late", LINES)
    assert client.post(reverse("seats_file", args=[made.slug]), {"pasted": "%PDF-1.4"}).status_code == 422


def rotation(people=400, games=30):
    """Return a line for each seat of so many games, people moving by one table each game."""
    given = [["Partie", "Table", "Place", "Numéro"]]
    for game in range(games):
        for at in range(people):
            table = at // 2 + 1 if at % 2 else (at // 2 + game) % (people // 2) + 1
            given.append([str(game + 1), str(table), "AB"[at % 2], str(at + 1)])
    return given


def csv_bytes(rows):
    return "\n".join(";".join(row) for row in rows).encode()


def excel_bytes(rows):
    book, content = Workbook(), io.BytesIO()
    for row in rows:
        book.active.append(row)
    book.save(content)
    return content.getvalue()


@pytest.mark.parametrize(("written", "games"), [(csv_bytes, 29), (excel_bytes, 15)])
def test_file_with_one_line_per_seat_is_read(written, games):
    plan = seats_file.parse_seats(written(rotation(games=games)), lambda name: ())
    assert [len(tables) for tables in plan.rounds] == [200] * games and not plan.faults
    assert plan.people == frozenset(range(1, 401))


def test_file_with_too_many_lines_is_refused():
    with pytest.raises(DomainError) as refused:
        seats_file.parse_seats(csv_bytes(rotation()) + b"\n1;1;A;1", lambda name: ())
    assert (refused.value.code, refused.value.args_["most"]) == ("seats_too_many_lines", 12_000)
