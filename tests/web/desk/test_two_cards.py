"""Two cards a game: typed apart, listed where they differ, ruled on, and what everybody then sees."""

import json
import uuid

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.two_cards import Card, Totals
from tests import factories
from tests.shown_by import codes, told, words
from tests.transfer import tampered
from tournaments import devices, rounds
from tournaments.models import Act, Line, Result, Role
from tournaments.publishing import card_totals, export
from tournaments.rounds import scores, stages
from tournaments.rounds.scores import two_cards
from tournaments.standings import card, standings
from tournaments.transfer import copies, simulated_day

pytestmark = pytest.mark.django_db


@pytest.fixture
def day():
    return factories.two_cards()


@pytest.fixture
def desk(client, day):
    client.force_login(factories.organiser(day))
    return client


def typed(desk, day, text, **fields):
    sent = {"card": text, "nonce": uuid.uuid4().hex, "round": "1", **fields}
    return desk.post(f"/t/{day.slug}/cards/write/", sent, follow=True)


def ruled(desk, day, spreads, table=1, **fields):
    meeting = factories.meeting_at(stages.qualifying(day).rounds.get(number=1), table)
    sent = {"meeting": meeting.uid, "nonce": uuid.uuid4().hex, "seen": day.lines.count(), **fields}
    sent |= {f"spread_{side}": str(spread) for side, spread in enumerate(spreads)}
    return desk.post(f"/t/{day.slug}/cards/rule/", sent, follow=True)


def listed(desk, day):
    """The list: by table, why a game is in it and what is offered first."""
    found = desk.get(f"/t/{day.slug}/cards/check/").context["questions"]
    return {
        one["label"][-1:]: ({code for code, _words in one["why"]}, [way["spreads"] for way in one["ways"]])
        for one in found
    }


def test_a_card_alone_settles_nothing_and_both_that_agree_do(desk, day):
    assert told(typed(desk, day, "1A 2 17")) == ["card_written"]
    assert not Result.objects.exists()
    assert told(typed(desk, day, "#2 x 17")) == ["cards_agree"]
    assert sorted(Result.objects.values_list("entry__number", "spread", "match_points")) == [
        (1, 17, 2),
        (2, -17, 0),
    ]
    assert listed(desk, day) == {}
    assert [(line.by, line.kind) for line in day.lines.order_by("number")] == [("side", "claim")] * 2


def test_a_card_of_a_game_that_was_taken_back_meanwhile_goes_to_no_other(desk, day):
    page = typed(desk, day, "1A 2 17", round="2")
    assert codes(page) == ["round_has_moved_on"]
    assert not day.lines.exists()
    assert "1A 2 17" in page.content.decode()


def test_who_types_the_second_card_does_not_see_the_first(desk, day):
    typed(desk, day, "1A 3 97")
    for page in (desk.get(f"/t/{day.slug}/cards/"), typed(desk, day, "1B 0 96")):
        assert not {"97", "+97", "96", "−96"} & set(words(page).split())


@pytest.mark.parametrize(
    ("cards", "why", "first"),
    [
        (("2 17", "0 16"), {"differ"}, (16, -17)),
        (("2 31", "0 31"), {"unfit", "line"}, (31, -31)),
        (("3 31", "0 31"), {"line"}, (31, -31)),
        (("3 60", "0 60"), {"line"}, (60, -60)),
        (("2 17", "2 16"), {"differ"}, (-17, -16)),
        (("2 ?", "0 16"), {"differ", "unfit"}, (16, -16)),
        (("2 -17", "0 17"), {"differ", "unfit"}, (17, -17)),
    ],
)
def test_the_list_says_why_and_offers_what_rule_12_2_says(desk, day, cards, why, first):
    for seat, said in zip("AB", cards, strict=True):
        typed(desk, day, f"1{seat} {said}")
    (found,) = listed(desk, day).values()
    assert found[0] == why
    assert found[1][0] == first


def test_a_card_without_a_spread_has_not_lost(desk, day):
    """The other card says who has won: no offer turns the result round."""
    typed(desk, day, "1A 2 ?")
    typed(desk, day, "1B 0 30")
    ((why, ways),) = listed(desk, day).values()
    assert "line" in why
    assert ways == [(30, -30), (31, -31)]


def test_a_ruling_gives_each_card_its_own_value_and_everybody_sees_it(desk, day):
    typed(desk, day, "1A 2 17")
    typed(desk, day, "1B 0 16")
    assert told(ruled(desk, day, (16, -17), note="ACC 12.2 b")) == ["cards_ruled"]
    assert listed(desk, day) == {}
    line = day.lines.get(kind="ruling")
    assert (line.data, line.note) == ({"v": 2, "cards": [16, -17]}, "ACC 12.2 b")
    for seat, said in (("2A", "2 5"), ("2B", "0 5")):
        typed(desk, day, f"{seat} {said}")
    rounds.close_round(stages.qualifying(day).rounds.get(number=1), by=None)

    rows = standings(day).by_number
    assert [rows[number].spread for number in (1, 2)] == [16, -17]
    upto = standings(day, upto=day.__class__.objects.get(pk=day.pk).version).by_number
    assert [upto[number].spread for number in (1, 2)] == [16, -17]
    assert [card(day.entries.get(number=number))[0].spread for number in (1, 2)] == [16, -17]
    (games,) = [
        table["games"]
        for stage in export.export_tournament(day, [])["stages"]
        for round_ in stage["rounds"]
        for table in round_["tables"]
        if table["sides"][0] == [1] or table["table"] == 1
    ]
    assert games == [{"scores": [121, 104], "cards": [16, -17]}]
    assert scores.rebuild(day, check=True) == []
    for page in ("players/2/", "standings/2/why/"):
        assert "0/0 −17" in words(desk.get(f"/t/{day.slug}/{page}"))
    shown = str(desk.get(f"/t/{day.slug}/standings/").content.decode())
    assert "2/1 +16" in shown
    assert "0/0 −17" in shown


@pytest.mark.parametrize("cards", [("2 31", "0 31"), ("2 ?", "0 -5"), ("2 -17", "2 17")])
def test_the_desk_reads_back_what_no_game_can_have(desk, day, cards):
    for seat, said in zip("AB", cards, strict=True):
        typed(desk, day, f"1{seat} {said}")
    for page in ("desk/?table=1", "desk/state/", "rulings/", "rounds/", ""):
        assert desk.get(f"/t/{day.slug}/{page}").status_code == 200
    ruled(desk, day, (-17, -17))
    for page in ("desk/?table=1", "desk/state/", "cards/check/", "standings/", "players/1/"):
        assert desk.get(f"/t/{day.slug}/{page}").status_code == 200


def test_a_second_ruling_takes_the_place_of_the_first_and_nothing_is_lost(desk, day):
    typed(desk, day, "1A 2 17")
    typed(desk, day, "1B 0 16")
    ruled(desk, day, (16, -17))
    ruled(desk, day, (-17, -16))
    assert list(Result.objects.order_by("entry").values_list("won", "spread")) == [(0, -17), (0, -16)]
    assert day.lines.count() == 4


def test_a_ruling_that_cannot_be_is_refused(desk, day):
    typed(desk, day, "1A 2 17")
    typed(desk, day, "1B 0 16")
    for spreads, code in (
        ((16, 17), "two_cards_both_won"),
        (("", -17), "not_a_whole_number"),
        ((0, -17), "spread_of_nothing"),
        ((122, -17), "spread_too_high"),
    ):
        answer = ruled(desk, day, spreads)
        assert answer.status_code == 422
        assert answer.context["fault"].code == code
    assert not day.lines.filter(kind="ruling").exists()


def test_no_ruling_before_both_cards_are_in(desk, day):
    typed(desk, day, "1A 2 17")
    assert ruled(desk, day, (16, -17)).context["fault"].code == "card_wanting"


UNREADABLE = (
    ("", "card_not_read"),
    ("1A", "card_not_read"),
    ("9A 2 17", "card_of_nobody"),
    ("1C 2 17", "card_of_nobody"),
    ("#99999 2 17", "card_of_nobody"),
    ("1A 7 17", "card_points"),
    ("1A 2 500", "spread_too_high"),
    ("#12 38/18", "totals_not_read"),
    ("#99 38/18 +206", "totals_of_nobody"),
    ("1A <b>2</b> 17", "card_points"),
)


def test_what_cannot_be_read_is_refused_and_stays_in_the_line(desk, day):
    for text, code in UNREADABLE:
        answer = typed(desk, day, text)
        assert answer.status_code == 422
        assert answer.context["refused"].code == code
        assert answer.context["typed"] == text
    assert not day.lines.exists()


def test_a_card_typed_again_is_corrected_only_where_that_is_meant(desk, day):
    typed(desk, day, "1A 2 17")
    typed(desk, day, "1B 0 16")
    answer = typed(desk, day, "1B 0 17")
    assert (answer.status_code, answer.context["refused"].code, answer.context["correct"]) == (
        422,
        "card_is_in",
        True,
    )
    assert told(typed(desk, day, "1B 0 17", do="correct")) == ["cards_agree"]
    assert Result.objects.count() == 2
    assert typed(desk, day, "1B 0 17").context["refused"].code == "card_says_the_same"


def test_the_same_card_sent_twice_is_written_once(desk, day):
    for _time in range(2):
        assert typed(desk, day, "1A 2 17", nonce="a" * 32).status_code in (200, 422)
    assert day.lines.count() == 1


def test_the_foot_of_a_card_is_checked_against_its_games(desk, day):
    for text in ("1A 2 17", "1B 0 17", "2A 3 45", "2B 0 45"):
        typed(desk, day, text)
    assert told(typed(desk, day, "#1 2/1 +17")) == ["foot_adds_up"]
    assert told(typed(desk, day, "2A 3/1 +44")) == ["foot_does_not_add_up"]
    (foot,) = desk.get(f"/t/{day.slug}/cards/check/").context["feet"]
    assert (foot.number, foot.says, foot.comes_to) == (3, Totals(3, 1, 44), Totals(3, 1, 45))
    desk.post(f"/t/{day.slug}/cards/foot/3/", {"comes_to": str(foot.comes_to)})
    assert not [foot for foot in card_totals.feet(day) if not foot.agrees]
    assert Act.objects.filter(kind="card_total").count() == 3


def test_a_foot_that_has_changed_meanwhile_is_not_put_right(desk, day):
    for text in ("1A 2 17", "1B 0 17"):
        typed(desk, day, text)
    typed(desk, day, "#1 2/1 +16")
    answer = desk.post(f"/t/{day.slug}/cards/foot/1/", {"comes_to": "2/1 +15"}, follow=True)
    assert told(answer) == ["look_again_at_the_foot"]
    assert Act.objects.filter(kind="card_total").count() == 1


def test_nothing_else_settles_such_a_game(desk, day):
    meeting = factories.meeting_at(stages.qualifying(day).rounds.get(number=1), 1)
    sent = {"table": "1", "winner": "A", "loser": "104", "nonce": uuid.uuid4().hex, "seen": "0"}
    answer = desk.post(f"/t/{day.slug}/desk/write/", sent, HTTP_ACCEPT="application/json")
    assert (answer.status_code, answer.json()["code"]) == (422, "two_cards_asked")
    forfeit = sent | {"how": "forfeit", "points_A": "121", "points_B": "0", "nonce": uuid.uuid4().hex}
    assert desk.post(f"/t/{day.slug}/desk/write/", forfeit).status_code == 302
    assert scores.current_result(meeting).data["how"] == "forfeit"
    assert typed(desk, day, "1A 2 17").context["refused"].code == "card_is_ruled"


def test_a_tablet_of_the_table_is_refused_and_a_phone_speaks_for_its_own_card(client, day):
    devices.invite_tables(day)
    devices.invite_players(day)
    day.settings[devices.PHONES] = True
    day.save(update_fields=["settings"])
    meeting = factories.meeting_at(stages.qualifying(day).rounds.get(number=1), 1)
    secret = day.invitations.get(place__number=1).secret
    device = str(uuid.uuid4())

    def post(address, body):
        return client.post(f"/api/1/{address}", json.dumps(body), content_type="text/plain").json()

    token = post("join", {"invitation": secret, "device": device})["token"]
    here = post("here", {"token": token, "seen": 0, "epoch": 1, "queued": 0, "visible": True})
    assert here["rules"]["cards"] == "two"
    result = {
        "nonce": "n" * 32,
        "meeting": str(meeting.uid),
        "game": 1,
        "basis": 0,
        "kind": "claim",
        "sides": [[1], [2]],
        "data": {"v": 1, "pegged": [121, 104]},
    }
    (answer,) = post("submit", {"token": token, "epoch": 1, "results": [result]})["answers"]
    assert answer["answer"] == "refused"
    assert not day.lines.exists()

    own = day.invitations.get(entry__number=1).secret
    token = post("join", {"invitation": own, "device": str(uuid.uuid4())})["token"]
    result["nonce"] = "p" * 32
    (answer,) = post("submit", {"token": token, "epoch": 1, "results": [result]})["answers"]
    assert (answer["answer"], answer["state"]) == ("accepted", "waiting")
    other = {"v": 2, "card": [2, -17], "side": 1}  # nor for the card of the other side
    (answer,) = post(
        "submit", {"token": token, "epoch": 1, "results": [result | {"nonce": "q" * 32, "data": other}]}
    )["answers"]
    assert answer["answer"] == "refused"
    client.force_login(factories.organiser(day))
    assert told(typed(client, day, "1B 0 17")) == ["cards_agree"]
    assert Result.objects.count() == 2


def test_only_a_player_hands_in_a_card_whatever_a_copy_says_of_a_line_of_the_desk(desk, day):
    meeting = factories.meeting_at(stages.qualifying(day).rounds.get(number=1), 1)
    data = scores.desk.awarded(meeting, "forfeit", winner=0, declared=[121, 60])
    scores.desk.enter_result(meeting, game=1, data=data, nonce="forfeit", seen=0, user=None)
    held = copies.pack(day)
    lines = held["parts"]["Line"]
    (line,) = lines["rows"]
    line[lines["fields"].index("by_entry")] = 0
    life = tampered.restored(tampered.sealed(json.loads(json.dumps(held, default=str))))
    there = factories.meeting_at(stages.qualifying(life).rounds.get(number=1), 1)
    assert two_cards.said_of(scores.table_of(there)) == [None, None]


def test_a_copy_holds_the_cards_the_ruling_and_the_feet(desk, day):
    for text in ("1A 2 17", "1B 0 16", "2A 2 -5", "2B 0 5", "#1 2/1 +16"):
        typed(desk, day, text)
    ruled(desk, day, (16, -17))
    again = copies.restore(copies.open_copy(copies.seal_copy(copies.pack(day))), by=None)
    assert [line.data for line in again.lines.order_by("number")] == [
        line.data for line in day.lines.order_by("number")
    ]
    assert [foot.says for foot in card_totals.feet(again)] == [Totals(2, 1, 16)]
    assert list(again.results.order_by("entry__number").values_list("spread", flat=True)) == [16, -17]


def test_a_whole_day_is_rehearsed_with_two_cards():
    made = factories.tournament(8, key="acc-grass-roots", cards="two")
    played = simulated_day.play(made, seed=3, by=None, upto=2)
    assert played.faults == []
    assert Line.objects.filter(tournament=made, by="side").count() == 2 * 2 * 4


@pytest.mark.parametrize(
    ("role", "enters", "rules"), [("desk", 302, 302), ("judge", 403, 302), ("registration", 403, 403)]
)
def test_who_enters_and_who_rules(client, day, role, enters, rules):
    client.force_login(factories.helper(day, Role.Kind(role), "réal"))
    stage = stages.qualifying(day)
    for seat, said in zip(
        stage.rounds.get().meetings.get(place__number=1).seats.order_by("side"), ("2 17", "0 16"), strict=True
    ):
        two_cards.enter(
            two_cards.seat_at(stage.rounds.get(), f"#{seat.entry.number}"),
            Card(2, 17) if said == "2 17" else Card(0, -16),
            nonce=uuid.uuid4().hex,
            user=None,
        )
    sent = {"card": "2A 2 17", "nonce": uuid.uuid4().hex, "round": "1"}
    assert client.post(f"/t/{day.slug}/cards/write/", sent).status_code == enters
    answer = ruled(client, day, (16, -17))
    assert (answer.redirect_chain[0][1] if answer.redirect_chain else answer.status_code) == rules


def test_a_day_of_one_slip_has_no_such_pages(client):
    other = factories.tournament(4, key="acc-swiss")
    factories.sit(other, 1, (1, 2), (3, 4))
    client.force_login(factories.organiser(other))
    for page in ("", "check/"):
        assert client.get(f"/t/{other.slug}/cards/{page}").status_code == 302
    for page in ("write/", "rule/"):
        assert client.post(f"/t/{other.slug}/cards/{page}", {"card": "1A 2 17"}).status_code == 302
    assert not other.lines.exists()


def asked_by(desk, day):
    """How often both pages ask the database while nothing is in a cache."""
    counts = []
    for page in ("", "check/"):
        cache.clear()
        with CaptureQueriesContext(connection) as asked:
            assert desk.get(f"/t/{day.slug}/cards/{page}").status_code == 200
        counts.append(len(asked))
    return counts


def test_the_pages_ask_as_often_for_three_rows_as_for_one(client):
    counts = []
    for tables in (1, 3):
        day = factories.tournament(4 * tables, key="acc-swiss", cards="two")
        factories.sit(day, 1, *((at, at + 1) for at in range(1, 4 * tables, 2)))
        lise = factories.organiser(day, f"lise-{tables}")
        client.force_login(lise)
        for table in range(1, 2 * tables + 1):
            typed(client, day, f"{table}A 2 17")
            typed(client, day, f"{table}B 0 16")
            typed(client, day, f"{table}A 2/1 +{table}")
        for table in range(1, tables + 1):
            ruled(client, day, (16, -17), table)
        counts.append(asked_by(client, day))
    assert counts[0] == counts[1]
