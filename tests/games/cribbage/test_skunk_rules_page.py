"""The rules of the day name every level of a skunk, with and without match points."""

import pytest

from tests import factories
from tests.shown_by import parse

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("points", [None, "acc"])
def test_rules_page_names_skunk_and_double_skunk_lines(client, points):
    tournament = factories.tournament(4, match_points=points)
    shown = "".join(one.words for one in parse(client.get(f"/t/{tournament.slug}/rules/")).all("dd"))
    for line in (91, 61):
        assert str(line) in shown
