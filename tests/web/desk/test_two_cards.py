"""Two cards a game: typed apart, listed where they differ, ruled on, and shown."""

import json
import uuid

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.two_cards import Card, Totals
from tests import factories, page_reader
from tests.page_reader import codes, message_codes, words
from tests.transfer import tampered
from tournaments import devices, rounds
from tournaments.models import Act, Line, Result, Role
from tournaments.publishing import card_totals, export
from tournaments.rounds import scores, stages
from tournaments.rounds.scores import two_cards
from tournaments.standings import card, standings
from tournaments.transfer import copies, simulated_tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament():
    return factories.two_cards()


@pytest.fixture
def desk(client, tournament):
    client.force_login(factories.organiser(tournament))
    return client


def typed(desk, tournament, text, **fields):
    sent = {"card": text, "nonce": uuid.uuid4().hex, "round": "1", **fields}
    return desk.post(f"/t/{tournament.slug}/cards/write/", sent, follow=True)


def rule_on_cards(desk, tournament, spreads, table=1, **fields):
    meeting = factories.meeting_at(stages.qualifying(tournament).rounds.get(number=1), table)
    sent = {"meeting": meeting.uid, "nonce": uuid.uuid4().hex, "seen": tournament.lines.count(), **fields}
    sent |= {f"spread_{side}": str(spread) for side, spread in enumerate(spreads)}
    return desk.post(f"/t/{tournament.slug}/cards/rule/", sent, follow=True)


def listed(desk, tournament):
    """Return the list, by table: why a game is in it and what is offered first."""
    found = desk.get(f"/t/{tournament.slug}/cards/check/").context["questions"]
    return {
        one["label"][-1:]: ({code for code, _words in one["why"]}, [way["spreads"] for way in one["ways"]])
        for one in found
    }


def test_two_agreeing_cards_settle_a_game_but_one_does_not(desk, tournament):
    assert message_codes(typed(desk, tournament, "1A 2 17")) == ["card_written"]
    assert not Result.objects.exists()
    assert message_codes(typed(desk, tournament, "#2 x 17")) == ["cards_agree"]
    assert sorted(Result.objects.values_list("entry__number", "spread", "match_points")) == [
        (1, 17, 2),
        (2, -17, 0),
    ]
    assert listed(desk, tournament) == {}
    assert [(line.by, line.kind) for line in tournament.lines.order_by("number")] == [("side", "claim")] * 2


def test_card_of_another_round_is_refused(desk, tournament):
    page = typed(desk, tournament, "1A 2 17", round="2")
    assert codes(page) == ["round_has_moved_on"]
    assert not tournament.lines.exists()
    assert "1A 2 17" in page.content.decode()


def test_first_card_is_hidden_while_the_second_is_typed(desk, tournament):
    typed(desk, tournament, "1A 3 97")
    for page in (desk.get(f"/t/{tournament.slug}/cards/"), typed(desk, tournament, "1B 0 96")):
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
def test_list_gives_the_reason_and_the_ruling_of_rule_12_2(desk, tournament, cards, why, first):
    for seat, given in zip("AB", cards, strict=True):
        typed(desk, tournament, f"1{seat} {given}")
    (found,) = listed(desk, tournament).values()
    assert found[0] == why
    assert found[1][0] == first


def test_card_without_spread_does_not_turn_the_result(desk, tournament):
    """The other card says who has won, so no offer turns the result round."""
    typed(desk, tournament, "1A 2 ?")
    typed(desk, tournament, "1B 0 30")
    ((why, ways),) = listed(desk, tournament).values()
    assert "line" in why
    assert ways == [(30, -30), (31, -31)]


def test_ruling_gives_each_card_its_own_spread_everywhere(desk, tournament):
    typed(desk, tournament, "1A 2 17")
    typed(desk, tournament, "1B 0 16")
    assert message_codes(rule_on_cards(desk, tournament, (16, -17), note="ACC 12.2 b")) == ["cards_ruled"]
    assert listed(desk, tournament) == {}
    line = tournament.lines.get(kind="ruling")
    assert (line.data, line.note) == ({"v": 2, "cards": [16, -17]}, "ACC 12.2 b")
    for seat, text in (("2A", "2 5"), ("2B", "0 5")):
        typed(desk, tournament, f"{seat} {text}")
    rounds.close_round(stages.qualifying(tournament).rounds.get(number=1), by=None)

    rows = standings(tournament).by_number
    assert [rows[number].spread for number in (1, 2)] == [16, -17]
    upto = standings(tournament, upto=tournament.__class__.objects.get(pk=tournament.pk).version).by_number
    assert [upto[number].spread for number in (1, 2)] == [16, -17]
    assert [card(tournament.entries.get(number=number))[0].spread for number in (1, 2)] == [16, -17]
    (games,) = [
        table["games"]
        for stage in export.export_tournament(tournament, [])["stages"]
        for round_ in stage["rounds"]
        for table in round_["tables"]
        if table["sides"][0] == [1] or table["table"] == 1
    ]
    assert games == [{"scores": [121, 104], "cards": [16, -17]}]
    assert scores.rebuild(tournament, check=True) == []
    for page in ("players/2/", "standings/2/why/"):
        assert "0/0 −17" in words(desk.get(f"/t/{tournament.slug}/{page}"))
    shown = str(desk.get(f"/t/{tournament.slug}/standings/").content.decode())
    assert "2/1 +16" in shown
    assert "0/0 −17" in shown


@pytest.mark.parametrize("cards", [("2 31", "0 31"), ("2 ?", "0 -5"), ("2 -17", "2 17")])
def test_pages_survive_impossible_cards(desk, tournament, cards):
    for seat, given in zip("AB", cards, strict=True):
        typed(desk, tournament, f"1{seat} {given}")
    for page in ("desk/?table=1", "desk/state/", "rulings/", "rounds/", ""):
        assert desk.get(f"/t/{tournament.slug}/{page}").status_code == 200
    rule_on_cards(desk, tournament, (-17, -17))
    for page in ("desk/?table=1", "desk/state/", "cards/check/", "standings/", "players/1/"):
        assert desk.get(f"/t/{tournament.slug}/{page}").status_code == 200


def test_second_ruling_replaces_the_first_and_keeps_its_line(desk, tournament):
    typed(desk, tournament, "1A 2 17")
    typed(desk, tournament, "1B 0 16")
    rule_on_cards(desk, tournament, (16, -17))
    rule_on_cards(desk, tournament, (-17, -16))
    assert list(Result.objects.order_by("entry").values_list("won", "spread")) == [(0, -17), (0, -16)]
    assert tournament.lines.count() == 4


def test_impossible_ruling_is_refused_and_stays_typed(desk, tournament):
    typed(desk, tournament, "1A 2 17")
    typed(desk, tournament, "1B 0 16")
    for spreads, code in (
        ((16, 17), "two_cards_both_won"),
        (("", -17), "not_a_whole_number"),
        ((0, -17), "spread_of_nothing"),
        ((122, -17), "spread_too_high"),
    ):
        answer = rule_on_cards(desk, tournament, spreads, typed="1")
        assert answer.status_code == 422
        assert answer.context["fault"].code == code
        own = page_reader.parse(answer).one("details[open]")
        assert [own.one(f"[name=spread_{side}]")["value"] for side in (0, 1)] == [str(one) for one in spreads]
    assert not tournament.lines.filter(kind="ruling").exists()


def test_ruling_before_both_cards_is_refused(desk, tournament):
    typed(desk, tournament, "1A 2 17")
    assert rule_on_cards(desk, tournament, (16, -17)).context["fault"].code == "card_wanting"


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


def test_unreadable_card_is_refused_and_stays_typed(desk, tournament):
    for text, code in UNREADABLE:
        answer = typed(desk, tournament, text)
        assert answer.status_code == 422
        assert answer.context["refused"].code == code
        assert answer.context["typed"] == text
    assert not tournament.lines.exists()


def test_card_typed_again_is_corrected_only_on_request(desk, tournament):
    typed(desk, tournament, "1A 2 17")
    typed(desk, tournament, "1B 0 16")
    answer = typed(desk, tournament, "1B 0 17")
    assert (answer.status_code, answer.context["refused"].code, answer.context["correct"]) == (
        422,
        "card_is_in",
        True,
    )
    assert message_codes(typed(desk, tournament, "1B 0 17", do="correct")) == ["cards_agree"]
    assert Result.objects.count() == 2
    assert typed(desk, tournament, "1B 0 17").context["refused"].code == "card_says_the_same"


def test_the_same_card_sent_twice_is_written_once(desk, tournament):
    for _time in range(2):
        assert typed(desk, tournament, "1A 2 17", nonce="a" * 32).status_code in (200, 422)
    assert tournament.lines.count() == 1


def test_card_totals_are_checked_against_the_games(desk, tournament):
    for text in ("1A 2 17", "1B 0 17", "2A 3 45", "2B 0 45"):
        typed(desk, tournament, text)
    assert message_codes(typed(desk, tournament, "#1 2/1 +17")) == ["foot_adds_up"]
    assert message_codes(typed(desk, tournament, "2A 3/1 +44")) == ["foot_does_not_add_up"]
    (foot,) = desk.get(f"/t/{tournament.slug}/cards/check/").context["feet"]
    assert (foot.number, foot.says, foot.comes_to) == (3, Totals(3, 1, 44), Totals(3, 1, 45))
    desk.post(f"/t/{tournament.slug}/cards/foot/3/", {"comes_to": str(foot.comes_to)})
    assert not [foot for foot in card_totals.entered_totals(tournament) if not foot.agrees]
    assert Act.objects.filter(kind="card_total").count() == 3


def test_card_totals_changed_meanwhile_are_not_replaced(desk, tournament):
    for text in ("1A 2 17", "1B 0 17"):
        typed(desk, tournament, text)
    typed(desk, tournament, "#1 2/1 +16")
    answer = desk.post(f"/t/{tournament.slug}/cards/foot/1/", {"comes_to": "2/1 +15"}, follow=True)
    assert message_codes(answer) == ["look_again_at_the_foot"]
    assert Act.objects.filter(kind="card_total").count() == 1


def test_desk_result_is_refused_but_forfeit_is_accepted(desk, tournament):
    meeting = factories.meeting_at(stages.qualifying(tournament).rounds.get(number=1), 1)
    sent = {"table": "1", "winner": "A", "loser": "104", "nonce": uuid.uuid4().hex, "seen": "0"}
    answer = desk.post(f"/t/{tournament.slug}/desk/write/", sent, HTTP_ACCEPT="application/json")
    assert (answer.status_code, answer.json()["code"]) == (422, "two_cards_asked")
    forfeit = sent | {"how": "forfeit", "points_A": "121", "points_B": "0", "nonce": uuid.uuid4().hex}
    assert desk.post(f"/t/{tournament.slug}/desk/write/", forfeit).status_code == 302
    assert scores.current_result(meeting).data["how"] == "forfeit"
    assert typed(desk, tournament, "1A 2 17").context["refused"].code == "card_is_ruled"


def test_phone_can_send_its_own_card_but_tablet_is_refused(client, tournament):
    devices.invite_tables(tournament)
    devices.invite_players(tournament)
    tournament.settings[devices.PHONES_SETTING] = True
    tournament.save(update_fields=["settings"])
    meeting = factories.meeting_at(stages.qualifying(tournament).rounds.get(number=1), 1)
    secret = tournament.invitations.get(place__number=1).secret
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
    assert not tournament.lines.exists()

    own = tournament.invitations.get(entry__number=1).secret
    token = post("join", {"invitation": own, "device": str(uuid.uuid4())})["token"]
    result["nonce"] = "p" * 32
    (answer,) = post("submit", {"token": token, "epoch": 1, "results": [result]})["answers"]
    assert (answer["answer"], answer["state"]) == ("accepted", "waiting")
    other = {"v": 2, "card": [2, -17], "side": 1}  # nor for the card of the other side
    (answer,) = post(
        "submit", {"token": token, "epoch": 1, "results": [result | {"nonce": "q" * 32, "data": other}]}
    )["answers"]
    assert answer["answer"] == "refused"
    client.force_login(factories.organiser(tournament))
    assert message_codes(typed(client, tournament, "1B 0 17")) == ["cards_agree"]
    assert Result.objects.count() == 2


def test_desk_line_in_a_tampered_copy_is_not_read_as_a_card(desk, tournament):
    meeting = factories.meeting_at(stages.qualifying(tournament).rounds.get(number=1), 1)
    data = scores.desk.award_data(meeting, "forfeit", winner=0, declared=[121, 60])
    scores.desk.enter_result(meeting, game=1, data=data, nonce="forfeit", seen=0, user=None)
    held = copies.pack(tournament)
    lines = held["parts"]["Line"]
    (line,) = lines["rows"]
    line[lines["fields"].index("by_entry")] = 0
    life = tampered.restored(tampered.sealed(json.loads(json.dumps(held, default=str))))
    there = factories.meeting_at(stages.qualifying(life).rounds.get(number=1), 1)
    assert two_cards.entered_cards(scores.table_state(there)) == [None, None]


def test_copy_keeps_cards_ruling_and_card_totals(desk, tournament):
    for text in ("1A 2 17", "1B 0 16", "2A 2 -5", "2B 0 5", "#1 2/1 +16"):
        typed(desk, tournament, text)
    rule_on_cards(desk, tournament, (16, -17))
    again = copies.restore(copies.open_copy(copies.seal_copy(copies.pack(tournament))), by=None)
    assert [line.data for line in again.lines.order_by("number")] == [
        line.data for line in tournament.lines.order_by("number")
    ]
    assert [foot.says for foot in card_totals.entered_totals(again)] == [Totals(2, 1, 16)]
    assert list(again.results.order_by("entry__number").values_list("spread", flat=True)) == [16, -17]


def test_simulated_tournament_with_two_cards_has_no_faults():
    made = factories.tournament(8, key="acc-grass-roots", cards="two")
    played = simulated_tournament.play(made, seed=3, by=None, upto=2)
    assert played.faults == []
    assert Line.objects.filter(tournament=made, by="side").count() == 2 * 2 * 4


@pytest.mark.parametrize(
    ("role", "enters", "rules"), [("desk", 302, 302), ("judge", 403, 302), ("registration", 403, 403)]
)
def test_roles_that_may_enter_cards_and_rule(client, tournament, role, enters, rules):
    client.force_login(factories.helper(tournament, Role.Kind(role), "réal"))
    stage = stages.qualifying(tournament)
    for seat, given in zip(
        stage.rounds.get().meetings.get(place__number=1).seats.order_by("side"), ("2 17", "0 16"), strict=True
    ):
        two_cards.enter(
            two_cards.seat_from_text(stage.rounds.get(), f"#{seat.entry.number}"),
            Card(2, 17) if given == "2 17" else Card(0, -16),
            nonce=uuid.uuid4().hex,
            user=None,
        )
    sent = {"card": "2A 2 17", "nonce": uuid.uuid4().hex, "round": "1"}
    assert client.post(f"/t/{tournament.slug}/cards/write/", sent).status_code == enters
    answer = rule_on_cards(client, tournament, (16, -17))
    assert (answer.redirect_chain[0][1] if answer.redirect_chain else answer.status_code) == rules


def test_tournament_without_cards_has_no_card_pages(client):
    other = factories.tournament(4, key="acc-swiss")
    factories.sit(other, 1, (1, 2), (3, 4))
    client.force_login(factories.organiser(other))
    for page in ("", "check/"):
        assert client.get(f"/t/{other.slug}/cards/{page}").status_code == 302
    for page in ("write/", "rule/"):
        assert client.post(f"/t/{other.slug}/cards/{page}", {"card": "1A 2 17"}).status_code == 302
    assert not other.lines.exists()


def query_counts(desk, tournament):
    """Return how many queries both pages take with nothing in a cache."""
    counts = []
    for page in ("", "check/"):
        cache.clear()
        with CaptureQueriesContext(connection) as asked:
            assert desk.get(f"/t/{tournament.slug}/cards/{page}").status_code == 200
        counts.append(len(asked))
    return counts


def test_query_count_does_not_grow_with_cards(client):
    counts = []
    for tables in (1, 3):
        tournament = factories.tournament(4 * tables, key="acc-swiss", cards="two")
        factories.sit(tournament, 1, *((at, at + 1) for at in range(1, 4 * tables, 2)))
        lise = factories.organiser(tournament, f"lise-{tables}")
        client.force_login(lise)
        for table in range(1, 2 * tables + 1):
            typed(client, tournament, f"{table}A 2 17")
            typed(client, tournament, f"{table}B 0 16")
            typed(client, tournament, f"{table}A 2/1 +{table}")
        for table in range(1, tables + 1):
            rule_on_cards(client, tournament, (16, -17), table)
        counts.append(query_counts(client, tournament))
    assert counts[0] == counts[1]
