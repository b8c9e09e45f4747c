"""Finding a person on a kiosk, what is said after a check-in, and which arrivals are kept."""

import pytest

from tests.scripts.engine import load

scripts = load("find_name.js", "kiosk/roster_model.js", "kiosk/arrivals_model.js")
PEOPLE = [
    {"entry": str(at), "name": name, "found": found, "codes": [f"key of {code}"], "expected": at != 5}
    for at, (name, found, code) in enumerate(
        [
            ("Huguette Côté", "cote huguette", "123"),
            ("Jean Roy", "roy jean", "m00124"),
            ("Jean Roy", "roy jean", "125"),
            ("Aline Roy", "roy aline", "126"),
            ("Royal Tremblay", "tremblay royal", "127"),
            ("Pat O'Brien", "o'brien pat", "SECRET-of_a_card"),
            ("Roy – Dubé", "roy – dube\nroy zoe\ndube line", "128"),
            ("Lise Deschênes-Villeneuve", "deschenes-villeneuve lise", "129"),
        ]
    )
]
CARD_URL = "http://192.168.0.10:8000/me/SECRET-of_a_card/"
KEY_FUNCTION = "(code) => 'key of ' + code"


def find(text, *, whole=False):
    """Return the state, and the names that are shown."""
    call = f"(people, text, whole) => Cheville.roster.find(people, text, whole, {KEY_FUNCTION})"
    found = scripts(call, PEOPLE, text, whole)
    return found["state"], [one["name"] for one in found["people"]]


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("", ("", [])),
        ("r", ("short", [])),
        ("ro", ("short", [])),
        ("r. o", ("short", [])),  # two letters
        ("roy", ("many", [])),  # five people: nobody is shown
        ("hug", ("", ["Huguette Côté"])),
        ("COTE", ("", ["Huguette Côté"])),
        ("obrien", ("", ["Pat O'Brien"])),
        ("dube", ("", ["Roy – Dubé"])),
        ("Lise Deschenes-Villeneuve", ("", ["Lise Deschênes-Villeneuve"])),  # as long as the code of a card
        ("jean roy", ("same", [])),  # nobody can tell which one
        ("jean", ("same", [])),
        ("xyz", ("nobody", [])),
    ],
)
def test_up_to_three_names_are_shown_from_three_letters(typed, expected):
    assert find(typed) == expected


@pytest.mark.parametrize("typed", ["123", "00123", " 1-2-3 ", "0123"])
def test_a_member_number_counts_once_it_is_complete(typed):
    assert find(typed) == ("number", [])
    assert find(typed, whole=True) == ("", ["Huguette Côté"])


def test_member_number_with_letters_and_unknown_number():
    assert find("M-00124", whole=True) == ("", ["Jean Roy"])
    assert find("12", whole=True) == ("no_code", [])


@pytest.mark.parametrize(
    "scanned",
    [
        CARD_URL,
        CARD_URL.rstrip("/"),
        "httpÇéé192.168.0.10Ç8000émeéSECRET-of_a_cardé",
    ],  # another keyboard layout
)
def test_card_code_is_found_in_scanner_input(scanned):
    assert find(scanned, whole=True) == ("", ["Pat O'Brien"])


def test_card_code_is_recognised_without_enter():
    assert scripts("Cheville.roster.isCard", CARD_URL)
    assert not scripts("Cheville.roster.isCard", CARD_URL[:-3])
    assert find("https://elsewhere.example/a-page-of-another/1/", whole=True) == ("no_code", [])


def test_many_searches_in_a_row_cause_a_pause():
    looked = []
    for person in PEOPLE[:1] * 30:  # the same person again and again is no reason
        looked = scripts("Cheville.roster.addLookups", looked, {"state": "", "people": [person]}, "hug")
    assert scripts("Cheville.roster.pausedUntil", looked, 1000) == 0
    for number in range(20):
        reply = {"state": "no_code", "people": []}
        looked = scripts("Cheville.roster.addLookups", looked, reply, str(number))
    assert scripts("Cheville.roster.pausedUntil", looked, 1000) > 1000


SEAT = {"table": 7, "letter": "A"}
ARRIVAL = {"answer": "here", "game": 1, "seats": [], "bye": False, "owes": False}


@pytest.mark.parametrize(
    ("given", "codes"),
    [
        (ARRIVAL, ["checked_in", "seats_later"]),
        (ARRIVAL | {"seats": [SEAT]}, ["seat", "game"]),
        (ARRIVAL | {"seats": [SEAT, SEAT]}, ["seat", "seat", "game"]),
        (ARRIVAL | {"bye": True}, ["checked_in", "sits_out"]),
        (ARRIVAL | {"owes": True}, ["to_desk", "desk_asks"]),
        (ARRIVAL | {"owes": True, "seats": [SEAT]}, ["to_desk", "desk_asks", "seat"]),
        ({"answer": "desk"}, ["to_desk", "desk_knows"]),
        ({"answer": "over"}, ["over", "over_more"]),
    ],
)
def test_messages_after_check_in(given, codes):
    assert [line["code"] for line in scripts("Cheville.roster.messages", given)] == codes


def test_kiosk_without_answer_shows_known_seats():
    listed = {"game": 1}
    known = {"expected": True, "seats": [SEAT], "bye": False, "owes": False}
    assert scripts("Cheville.roster.localReply", known, listed) == ARRIVAL | {"seats": [SEAT]}
    assert scripts("Cheville.roster.localReply", known | {"expected": False}, listed)["answer"] == "desk"


def test_arrivals_are_kept_until_answered():
    kept = [{"nonce": str(at), "entry": "e", "day": "one" if at % 2 else "other"} for at in range(300)]
    due = scripts("Cheville.arrivals.due", kept, "one")
    assert len(due) == 100
    assert {one["day"] for one in due} == {"one"}
    assert len(scripts("Cheville.arrivals.remaining", kept, [{"nonce": one["nonce"]} for one in due])) == 200


@pytest.mark.parametrize(
    ("answer", "takes"),
    [
        ({"status": 401}, None),
        ({"status": 404}, None),
        ({"status": 200, "data": {"same": True}}, True),
        ({"status": 200, "data": {"epoch": 2}}, True),
        ({"status": 200, "data": {"epoch": 3}}, True),
        ({"status": 200, "data": {"epoch": 1}}, False),  # a laptop that was replaced
        ({"status": 200, "data": {}}, False),
        ({"status": 400, "data": {}}, True),
    ],
)
def test_answer_of_replaced_laptop_is_ignored(answer, takes):
    assert scripts("Cheville.arrivals.accepts", answer, {"epoch": 2}) is takes


def test_list_expires_after_twelve_hours_without_contact():
    hour = 60 * 60 * 1000
    assert not scripts("Cheville.arrivals.isOld", 0, 11 * hour)
    assert scripts("Cheville.arrivals.isOld", 0, 13 * hour)
