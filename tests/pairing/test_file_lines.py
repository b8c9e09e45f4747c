"""A file of seats is read as people write it, and every fault in it is found, with its line."""

import pytest

from tournaments.pairing import seats_file_parser, seats_file_validation
from tournaments.pairing.seats_file_parser import Plan
from tournaments.pairing.seats_file_validation import PlanConstraints
from tournaments.pairing.values import ALONE, OPPOSITE, Person

NAMES = {"Réal O'Brien": [1], "Noëlla L'Écuyer": [2], "Zéphirin Saint-Hilaire": [3], "Rose Côté": [4, 5]}
FOUR_PLAYER_ROWS = [
    ["Game", "Table", "A", "B"],
    ["1", "1", "1", "2"],
    ["1", "2", "3", "4"],
    ["2", "1", "1", "3"],
    ["2", "2", "2", "4"],
]


def read(rows):
    return seats_file_parser.parse_plan(rows, lambda name: NAMES.get(name, []))


def seats(plan):
    return [[(table.table, table.people) for table in tables] for tables in plan.rounds]


def field(people=4, tables=2, rounds=2, **about):
    persons = about.pop("persons", [Person(number) for number in range(1, people + 1)])
    return PlanConstraints(persons, about.pop("expected", people), tables, rounds, **about)


def finding_rows(rows, against=None):
    plan = read(rows)
    return [
        (one.code, one.hard, one.line, one.round)
        for one in seats_file_validation.plan_faults(plan, against or field())
    ]


def test_too_few_tables_for_the_file_are_found():
    assert ("file_too_few_tables", True, 3, 1) in finding_rows(FOUR_PLAYER_ROWS, field(tables=1))


EXPECTED_TABLES = [[(1, (1, 2)), (2, (3, 4))], [(1, (1, 3)), (2, (2, 4))]]
ROWS_BY_SEAT = """Ronde;Table;Siège;Nom ou numéro
Partie 1;Table 1;a;Réal O'Brien
;;b;Noëlla L'Écuyer
;2;A;Zéphirin Saint-Hilaire
;;B;no 4
2;1;B;3
2;1;A;#1

2;2;1;2 Noëlla L'Écuyer
2;2;2;4"""
THREE_COLUMNS = "1;1;1 1;1;2 1;2;3 1;2;4 2;1;1 2;1;3 2;2;2 2;2;4"


@pytest.mark.parametrize(
    "rows",
    [
        FOUR_PLAYER_ROWS,
        FOUR_PLAYER_ROWS[1:],
        [["Partie", "Table", "Place A", "Place B"], *FOUR_PLAYER_ROWS[1:]],
        [line.split(";") for line in ROWS_BY_SEAT.splitlines()],
        [line.split(";") for line in THREE_COLUMNS.split()],
    ],
    ids=["tables", "no headings", "French", "seats, names and gaps", "three columns"],
)
def test_file_layouts_are_read_alike(rows):
    plan = read(rows)
    assert seats(plan) == EXPECTED_TABLES
    assert not plan.faults


def test_compass_headings_are_seats():
    plan = read([["Round", "Table", "N", "E", "S", "W"], ["1", "1", "10", "11", "12", "13"]])
    assert seats(plan) == [[(1, (10, 11, 12, 13))]]


def test_headings_a_to_e_are_seat_letters():
    rows = [["Round", "Table", "A", "B", "C", "D", "E"], ["1", "1", "10", "11", "12", "13", "14"]]
    assert seats(read(rows)) == [[(1, (10, 11, 12, 13, 14))]]


def test_name_beginning_with_number_is_read_as_name():
    teams = {"3 Valets": [1], "2e Rang": [4]}
    rows = [["Game", "Table", "A", "B"], ["1", "1", "3 Valets", "2e Rang"], ["1", "2", "3", "2 Rois"]]
    assert seats(seats_file_parser.parse_plan(rows, lambda name: teams.get(name, []))) == [
        [(1, (1, 4)), (2, (3, 2))]
    ]


@pytest.mark.parametrize("row", [["2", "-", "3"], ["2", "repos", "3"]])
def test_byes_in_the_file_are_read(row):
    assert seats(read([["Game", "Table", "A", "B"], ["1", "1", "1", "3"], ["2", "1", "1", "2"], row]))[1] == [
        (1, (1, 2)),
        (0, (3,)),
    ]


def test_plan_survives_writing_and_reading_again():
    plan = read([*FOUR_PLAYER_ROWS, ["3", "1", "1", "4"], ["3", "-", "2", ""], ["3", "-", "3", ""]])
    again = read([line.split(";") for line in plan.as_text().splitlines()])
    assert seats(again) == seats(plan)


HARD_FINDINGS = {
    "file_twice": [["1", "1", "1", "2"], ["1", "2", "3", "2"]],
    "file_nobody": [["1", "1", "1", "2"], ["1", "2", "", ""]],
    "file_no_game": [["1", "1", "1", "2"], ["x", "2", "3", "4"]],
    "file_no_table": [["1", "1", "1", "2"], ["1", "0", "3", "4"]],
    "file_no_such_table": [["1", "1", "1", "2"], ["1", "3", "3", "4"]],
    "file_table_size": [["1", "1", "1", "2"], ["1", "2", "3", "4", "5"]],
    "file_number_unknown": [["1", "1", "1", "2"], ["1", "2", "3", "9"]],
    "file_name_unknown": [["1", "1", "1", "2"], ["1", "2", "3", "L'Écuyer"]],
    "file_name_twice": [["1", "1", "1", "2"], ["1", "2", "3", "Rose Côté"]],
}


@pytest.mark.parametrize("code", HARD_FINDINGS)
def test_each_hard_fault_is_found_with_its_line(code):
    width = max(map(len, HARD_FINDINGS[code]))
    rows = [["Game", "Table", *"ABC"[: width - 2]], *HARD_FINDINGS[code]]
    hard = [
        (one, line) for one, is_hard, line, _ in finding_rows(rows, field(5 if width > 4 else 4)) if is_hard
    ]
    assert (code, 3) in hard
    assert {one for one, _ in hard} <= {code, "file_table_size"}


def test_missing_round_and_duplicate_seat_are_found():
    assert ("file_round_missing", True, 0, 2) in finding_rows(
        [FOUR_PLAYER_ROWS[0], *FOUR_PLAYER_ROWS[1:3], ["3", "1", "1", "4"], ["3", "2", "2", "3"]]
    )
    rows = [["Game", "Table", "Seat", "No"], ["1", "1", "A", "1"], ["1", "1", "A", "2"]]
    assert ("file_seat_taken", True, 3, 1) in finding_rows(rows)
    assert [code for code, *_ in finding_rows([["Game", "Table", "A"]])] == ["file_no_lines"]


def test_meetings_of_kept_apart_and_fixed_seats_are_hard():
    couple, club = frozenset({"apart:couple"}), frozenset({"club:beloeil"})
    people = [
        Person(1, apart=couple | club),
        Person(2, apart=couple),
        Person(3, apart=club),
        Person(4, apart=club),
    ]
    codes = finding_rows(FOUR_PLAYER_ROWS, field(persons=people))
    assert ("file_apart", True, 2, 1) in codes
    assert ("file_one_club", False, 3, 1) in codes
    for never, expected in (
        (frozenset(), ("file_together", False)),
        (couple, ("file_apart", True)),
    ):  # they meet in game 2, and are kept apart all day
        who = {1: couple, 3: couple}
        people = [
            Person(n, apart=who.get(n, frozenset()), apart_for=0, never=never & who.get(n, frozenset()))
            for n in range(1, 5)
        ]
        assert expected in [
            one[:2] for one in finding_rows(FOUR_PLAYER_ROWS, field(persons=people)) if one[3] == 2
        ]
    fixed = [Person(1, fixed=(1, "A")), Person(2, fixed=(2, "A")), Person(3), Person(4)]
    codes = finding_rows(FOUR_PLAYER_ROWS, field(persons=fixed))
    assert ("file_fixed_meet", True, 2, 1) in codes
    assert not any(hard for code, hard, *_ in codes if code != "file_fixed_meet")


def test_soft_findings_are_reported():
    rows = [*FOUR_PLAYER_ROWS, ["3", "1", "1", "2"], ["3", "2", "3", "4"]]
    assert finding_rows(rows) == [("file_again", False, 6, 3), ("file_again", False, 7, 3)]
    assert ("file_fewer_games", False, 0, 0) in finding_rows(FOUR_PLAYER_ROWS, field(rounds=5))
    assert ("file_without", False, 0, 0) in finding_rows(FOUR_PLAYER_ROWS, field(5))
    assert ("file_to_come", False, 0, 0) in finding_rows(
        FOUR_PLAYER_ROWS, field(persons=[Person(1)], expected=4)
    )
    long = [["1", "1", "1", "2"], ["1", "20", "3", "4"], ["2", "20", "1", "3"], ["2", "1", "2", "4"]]
    assert [code for code, *_ in finding_rows(long, field(tables=20))].count("file_walk") == 2
    out = [["1", "1", "1", "2"], ["2", "1", "1", "2"], ["3", "1", "3", "2"]]
    assert "file_sits_out" in [code for code, *_ in finding_rows(out, field(3, rounds=3))]


def test_partners_files_are_validated():
    against = field(8, tables=2, size=4, partners=OPPOSITE)
    rows = [["1", "1", *"1234"], ["1", "2", *"5678"], ["2", "1", *"1324"], ["2", "2", *"5678"]]
    codes = finding_rows(rows, against)
    assert not any(hard for _, hard, *_ in codes)
    assert [(code, line) for code, _, line, _ in codes] == [("file_partners_again", 4)] * 2
    assert ("file_table_size", True, 1, 1) in finding_rows([["1", "1", *"123"], ["1", "2", *"5678"]], against)
    assert against.sizes() == (4,)
    assert field(size=6, partners=ALONE).sizes() == (3, 4, 5, 6)


def test_malformed_files_are_faulty_without_crash():
    for rows in (
        [],
        [[]],
        [["", ""]],
        [["1"]],
        [["Game", "Table", "A"], ["1", "1", "99999"]],
        [["²", "①", "٣", "x"]],
    ):
        plan = read(rows)
        assert isinstance(plan, Plan)
        assert any(one.hard for one in seats_file_validation.plan_faults(plan, field()))


def test_plan_lists_people_and_converts_to_rule():
    plan = read(FOUR_PLAYER_ROWS[:4])
    assert plan.people == {1, 2, 3, 4}
    rounds = [[[1, 1, 2], [2, 3, 4]], [[1, 1, 3]]]
    assert plan.as_rule(name="Côté", like="swiss") == {"name": "Côté", "like": "swiss", "rounds": rounds}


def test_more_players_than_seat_letters_are_found():
    rows = [
        ["Ronde", "Table", "Siège", "Nom ou numéro"],
        *[["1", "1", "", str(number)] for number in range(1, 8)],
    ]
    assert ("file_table_full", True, 8, 1) in finding_rows(rows)
    lettered = [["Ronde", "Table", "Siège", "Nom ou numéro"], ["1", "1", "G", "1"], ["1", "1", "A", "2"]]
    assert ("file_no_seat", True, 2, 1) in finding_rows(lettered)


def test_conflicts_with_fixed_seats_are_found():
    home = [Person(1, fixed=(2, "A")), Person(2), Person(3, fixed=(1, "A")), Person(4)]
    rows = finding_rows(FOUR_PLAYER_ROWS, field(persons=home))
    assert sorted(one for one in rows if one[0].startswith("file_fixed")) == [
        ("file_fixed_meet", True, 4, 2),
        ("file_fixed_moves", False, 2, 1),
        ("file_fixed_moves", False, 3, 1),
    ]
