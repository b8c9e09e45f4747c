"""Tournaments by lot, on a ladder of tables, and of a Grass Roots club: set up, played and ranked."""

import pytest

from tests import factories
from tests.web.setup.posting import posted
from tournaments import formats
from tournaments.common.messages.sentences import sentence
from tournaments.models import Tournament
from tournaments.pairing import pairing_systems
from tournaments.pairing.pairing_system import PairingRequest
from tournaments.pairing.values import Person, PlayedTable
from tournaments.publishing.tournament_words import announced_rules
from tournaments.rounds import stages
from tournaments.standings import standings
from tournaments.transfer import simulated_tournament

FORMAT_KEYS = ("cribbage-draw", "cribbage-ladder", "acc-grass-roots", "cribbage-two-lines")


def ladder_round(winners, past, people=8, seed=1, **fixed):
    """Return the tables after `past` with `winners`, as sets of numbers from table 1 on."""
    everybody = [Person(n, fixed=fixed.get(f"n{n}")) for n in range(1, people + 1)]
    planned = pairing_systems.PAIRING_SYSTEMS["winners_move_up"].next_round(
        everybody, past, PairingRequest(tables=people, seed=seed)
    )
    return [set(table.people) for table in planned]


def played_tables(*tables):
    return [
        PlayedTable(at, (("A", one), ("B", other)), one) for at, (one, other) in enumerate(tables, start=1)
    ]


def test_winners_go_up_one_table_and_losers_stay():
    past = [played_tables((1, 2), (3, 4), (5, 6), (7, 8))]
    assert ladder_round(None, past) == [{1, 3}, {4, 5}, {6, 7}, {8, 2}]


def test_game_without_a_winner_moves_no_player():
    past = [[*played_tables((1, 2), (3, 4), (5, 6)), PlayedTable(4, (("A", 7), ("B", 8)), None)]]
    assert {7, 8} <= set.union(*ladder_round(None, past)[2:])


def test_fixed_seat_is_kept_on_the_ladder():
    past = [played_tables((1, 2), (3, 4), (5, 6), (7, 8))]
    tables = ladder_round(None, past, n5=(3, "A"))
    assert 5 in tables[2]
    assert 1 in tables[0]
    assert sorted(number for table in tables for number in table) == list(range(1, 9))


def test_fixed_seats_at_the_end_meet_other_players():
    past = [played_tables((1, 5), (2, 6), (3, 7), (4, 8))]
    fixed = {f"n{n}": (n - 4, "B") for n in (5, 6, 7, 8)}
    assert all(len(table & {5, 6, 7, 8}) == 1 for table in ladder_round(None, past, **fixed))


@pytest.mark.django_db
@pytest.mark.parametrize("key", FORMAT_KEYS)
@pytest.mark.parametrize(("players", "odd"), [(16, None), (13, "bye")])
def test_formats_are_played_to_their_standings(key, players, odd):
    tournament = factories.simulated(players, key, **{"odd": odd} if odd else {})
    played = simulated_tournament.play(tournament, seed=5, by=None, upto=3)
    assert played.faults == []
    shown = standings(tournament)
    assert shown.criteria == tuple(formats.rules(key)["criteria"])
    assert len(shown.rows) == players
    if key != "cribbage-ladder":
        assert played.rematches == 0


@pytest.mark.django_db
@pytest.mark.parametrize("key", FORMAT_KEYS)
def test_format_is_set_up_with_its_defaults(client, key):
    client.force_login(factories.director())
    rounds = formats.rules(key)["rounds"]
    typed = posted(format=key, rounds=str(rounds), dinner_after="5")
    assert client.post("/new/", typed).status_code == 302
    rules = stages.qualifying(Tournament.objects.get()).rules
    assert (rules["format"], rules["movement"]) == (key, formats.FORMATS[key].rules["movement"])
    texts = [str(text) for _heading, text in announced_rules(rules)]
    assert str(sentence(pairing_systems.PAIRING_SYSTEMS[rules["movement"]].CODES["wall"])) in texts
