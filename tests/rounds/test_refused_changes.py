"""Changes that are refused in a round that was taken back, and in one of teams on boards."""

import pytest

from scoring import DomainError
from tests import factories
from tournaments.rounds import line_ups, more_games
from tournaments.rounds.swap import plan_swap

pytestmark = pytest.mark.django_db


def test_voided_round_cannot_be_swapped_or_lined_up():
    round_ = factories.open_round(factories.tournament(4))
    round_.state = "void"
    round_.save()
    for code, asked in (
        ("round_not_seated", lambda: plan_swap(round_, 1, 2)),
        ("line_up_not_seated", lambda: line_ups.change(round_, 1, [None], by=None)),
    ):
        with pytest.raises(DomainError) as refused:
            asked()
        assert (refused.value.code, refused.value.args_) == (code, {"round": 1})


def test_teams_on_boards_cannot_play_extra_game():
    round_ = factories.open_round(factories.tournament(4))
    assert more_games.plan_more_games(round_, 1, counts=True)
    round_.stage.rules["boards"] = {"count": 2}
    with pytest.raises(DomainError, match=r"^boards_line_up_instead"):
        more_games.plan_more_games(round_, 1, counts=True)
