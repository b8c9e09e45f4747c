"""Why these two: the page of a table for those who run the day, and the paper for the wall."""

import pytest
from django.urls import reverse

from tests import factories, shown_by
from tournaments import rounds, stages
from tournaments.publication import papers, why_words

pytestmark = pytest.mark.django_db


@pytest.fixture
def day():
    made = factories.tournament(players=8, rounds=3)
    factories.play_round(made, 1)
    rounds.seat(stages.qualifying(made), 2, by=None)
    return made


def test_each_table_says_why(client, day):
    client.force_login(factories.organiser(day))
    listed = client.get(reverse("round", args=[day.slug, 2]), {"by": "table"})
    for table in (1, 2, 3, 4):
        url = reverse("round_why", args=[day.slug, 2, table])
        assert url in listed.content.decode()
        codes = set(shown_by.codes(client.get(url)))
        assert {"new", "not_weighed"} <= codes and codes & {"next_best", "equal", "later"}
        assert "points" not in codes, "winners who keep their seat are not seated by points"
    assert client.get(reverse("round_why", args=[day.slug, 2, 99])).status_code == 404


def test_it_is_not_for_everybody(client, day):
    assert client.get(reverse("round_why", args=[day.slug, 2, 1])).status_code == 302
    assert "/why/" not in client.get(reverse("round", args=[day.slug, 2]), {"by": "table"}).content.decode()


def test_a_swap_by_hand_is_told(client, day):
    round_ = stages.qualifying(day).rounds.get(number=2)
    rows = rounds.sheet(round_)
    one = next(row.entry.number for row in rows if row.table == 1)
    other = next(row.entry.number for row in rows if row.table == 2)
    rounds.swap(round_, one, other, by=None)
    client.force_login(factories.organiser(day))
    codes = shown_by.codes(client.get(reverse("round_why", args=[day.slug, 2, 1])))
    assert {"hand", "points"} <= set(codes) and set(codes) & {"next_best", "equal", "less"}
    assert "not_weighed" not in codes


@pytest.mark.parametrize(
    ("movement", "said"),
    [("swiss", {"new", "points", "not_weighed"}), ("winners_move_up", {"result", "not_weighed"})],
)
def test_a_table_says_what_its_movement_weighs_and_nothing_else(movement, said):
    made = factories.tournament(players=8, rounds=3, movement=movement)
    factories.play_round(made, 1)
    round_ = rounds.seat(stages.qualifying(made), 2, by=None)
    names = dict(made.entries.values_list("number", "name"))
    codes = {one.code for one in why_words.weighed(rounds.explained(round_).why(1), names)}
    assert codes == said


def test_partners_of_before_are_told():
    made = factories.tournament(players=8, rounds=9, key="points-partners", missed=0)
    played = rounds.seat(stages.qualifying(made), 1, by=None)
    names = dict(made.entries.values_list("number", "name"))
    explained = rounds.explained(played)
    explained.partnered.update(dict.fromkeys(explained.partnered, 1))
    (pair, times), *_others = explained.why(1).partnered
    assert times == explained.partnered[frozenset(pair)] == 0
    explained.partnered[frozenset(pair)], explained.first = 2, False
    said = {one.code: str(one) for one in why_words.weighed(explained.why(1), names)}
    assert all(names[number] in said["partners"] for number in pair)


def test_points_stay_out_where_games_are_hidden(day):
    round_ = stages.qualifying(day).rounds.select_related("stage").get(number=2)
    explained = rounds.explained(round_)
    names = dict(day.entries.values_list("number", "name"))
    said = why_words.weighed(explained.why(1), names, points=False)
    assert "points" not in {one.code for one in said}


def test_the_paper_for_the_wall_has_every_table(day):
    from tournaments.publication.paper import Paper

    drawn = papers.KINDS["why"].draw(Paper(day, {"round": 2, "stage": 1}, lambda done: None))
    assert drawn.startswith(b"%PDF")
