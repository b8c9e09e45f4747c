"""`manage.py seat`: a round of a tournament that is kept elsewhere, JSON in and JSON out."""

import io
import json
from itertools import combinations

import pytest
from django.core.management import CommandError, call_command


@pytest.fixture
def seat(tmp_path):
    """Return the answer of the command to a request, given as JSON or as its text."""

    def ask(request, movement="swiss"):
        file = tmp_path / "round.json"
        file.write_text(request if isinstance(request, str) else json.dumps(request), encoding="utf-8")
        answer = io.StringIO()
        call_command("seat", str(file), movement=movement, stdout=answer)
        return json.loads(answer.getvalue())

    return ask


def entries(*points, **byes):
    return [
        {"number": number, "points": one, "byes": byes.get(f"n{number}", 0)}
        for number, one in enumerate(points, start=1)
    ]


def test_a_round_is_seated(seat):
    request = {
        "entries": entries(9, 9, 6, 6, 0, n5=1),
        "met": [[1, 2], [5, 1], [3, 99]],  # 99 has gone home
        "forbidden": [[1, 3], [3, 2]],
        "fixed": {"4": 7},
        "seed": 12,
    }
    answer = seat(request)
    sides = {frozenset(table["sides"]): table["table"] for table in answer["tables"]}
    assert answer["bye"] == 3, "4 has as few points, but then no two could meet"
    assert sides == {frozenset({1, 4}): 7, frozenset({2, 5}): 1}
    assert seat(request) == answer


def test_impossible_round_names_its_reason(seat):
    answer = seat({"entries": entries(1, 1), "met": [[1, 2]]})
    assert answer["impossible"]["code"] == "no_new_pairs"
    assert answer["impossible"]["least_bad"]["rematches"] == [[1, 2]]
    answer = seat({"entries": entries(1, 1), "met": [], "forbidden": [[2, 1]]})
    assert answer["impossible"] == {
        "code": "nobody_may_meet",
        "people": 2,
        "rematches": 0,
        "least_bad": None,
    }


@pytest.mark.parametrize(
    ("request_", "named"),
    [
        ("{", "JSON"),
        ("[" * 99_999, "JSON"),
        ("[]", "entries"),
        ({"entries": [{"number": 1, "points": 2}]}, ""),
        ({"entries": entries(1, 1.5)}, "entries[1].points"),
        ({"entries": [7]}, "entries[0]"),
        ({"entries": [{"number": True, "points": 1}]}, "entries[0].number"),
        ({"entries": [{"number": 1, "points": 1}] * 2}, "1"),
        ({"entries": entries(1, 1), "met": [[1]]}, "met[0]"),
        ({"entries": entries(1, 1), "met": [[1, 1]]}, "met[0]"),
        ({"entries": entries(1, 1), "met": 7}, "met"),
        ({"entries": entries(1, 1), "fixed": {"9": 1}}, "9"),
        ({"entries": entries(1, 1), "fixed": {"1": 0}}, "fixed.1"),
        ({"entries": entries(1, 1, 1), "fixed": {"1": 2, "2": 2, "3": 2}}, "2"),
        ({"entries": entries(1, 1), "fixed": {"1": 1, "01": 2}}, "01"),
        ({"entries": entries(1, 1), "seed": -1}, "seed"),
        ({"entries": entries(1, 1), "fixed": {"1": 2001}}, "fixed.1"),
        ({"entries": entries(1, 1), "forbiden": [[1, 2]]}, "forbiden"),
        ({"entries": [{"number": 2, "points": 1, "byess": 1}, *entries(1)]}, "entries[0].byess"),
        ('{"entries": [], "entries": []}', "entries"),
        ('{"entries": [{"number": 1' + 5000 * "0" + "}]}", "entries[0].number"),
    ],
)
def test_wrong_value_is_named_in_the_error(seat, request_, named):
    with pytest.raises(CommandError) as wrong:
        seat(request_)
    assert named in str(wrong.value)


def test_byte_order_mark_is_ignored(seat):
    assert seat("\ufeff" + json.dumps({"entries": entries(2, 1)}))["tables"] == [
        {"table": 1, "sides": [1, 2]}
    ]


def test_missing_file_is_an_error(tmp_path):
    with pytest.raises(CommandError):
        call_command("seat", str(tmp_path / "none.json"), movement="swiss")


def test_all_rounds_of_individual_partners_are_seated(seat):
    request = {"entries": [{"number": n} for n in range(11, 20)], "rounds": 9, "seed": 4, "fixed": {}}
    rounds = seat(request, "individual_partners")["rounds"]
    assert sorted(one for round_ in rounds for one in round_["sits_out"]) == list(range(11, 20))
    sides = [frozenset(side) for round_ in rounds for table in round_["tables"] for side in table["sides"]]
    assert len(sides) == len(set(sides)) == 36
    assert seat(request, "individual_partners")["rounds"] == rounds


def test_all_rounds_of_tables_of_five_are_seated(seat):
    request = {"entries": [{"number": n} for n in range(1, 31)], "rounds": 6, "size": 5}
    answer = seat(request, "mixed_tables")
    rounds = answer["rounds"]
    tables = [frozenset(n for side in table["sides"] for n in side) for r in rounds for table in r["tables"]]
    assert {len(table) for table in tables} == {5}
    assert max(len(one & other) for one, other in combinations(tables, 2)) == 1
    assert answer["bound"] == 7


@pytest.mark.parametrize("movement", ["individual_partners", "mixed_tables"])
@pytest.mark.parametrize(
    "changes",
    [
        {"entries": 3},
        {"entries": [{"number": 1}]},
        {"entries": [{"number": 1}, {"number": 1}]},
        {"entries": [7]},
        {"entries": [{"number": n, "points": 1} for n in range(1, 9)]},
        {"rounds": "many"},
        {"rounds": 101},
        {"seed": -1},
        {"fixed": {"1": 2, "2": 2}},
        {"fixed": {"1": 2001}},
        {"forbidden": [[1, 2]]},
    ],
)
def test_invalid_request_for_all_rounds_is_refused(seat, movement, changes):
    with pytest.raises(CommandError):
        seat({"entries": [{"number": n} for n in range(1, 9)], "rounds": 3} | changes, movement)


@pytest.mark.parametrize("size", [2, 7, "4"])
def test_table_size_must_be_three_to_six(seat, size):
    with pytest.raises(CommandError):
        seat({"entries": [{"number": n} for n in range(1, 9)], "size": size}, "mixed_tables")


@pytest.mark.parametrize("people", [0, 1, 2])
@pytest.mark.parametrize("rounds", [0, 1])
def test_too_few_people_for_a_table_are_refused(seat, people, rounds):
    with pytest.raises(CommandError):
        seat({"entries": [{"number": n} for n in range(people)], "rounds": rounds}, "mixed_tables")
