"""Assign each fixture to an evening, by the newest decision about it that was not taken back."""

from collections.abc import Iterable

from tournaments.models import Fixture, FixtureAct, League


def standing_decisions(league: League) -> dict[int, FixtureAct]:
    """Return the decision that holds, by the key of its fixture."""
    acts = FixtureAct.objects.filter(fixture__league=league, taken_back_at=None).select_related("by")
    return {act.fixture_id: act for act in acts.order_by("pk")}


def evening_now(fixture: Fixture, act: FixtureAct | None) -> int | None:
    """Return the evening on which a fixture is to be played, or None where it has or needs none."""
    if act is None:
        return fixture.evening
    return act.evening if act.kind == FixtureAct.Kind.MOVED else None


def of_evening(
    fixtures: Iterable[Fixture], acts: dict[int, FixtureAct], evening: int
) -> tuple[list[Fixture], list[Fixture]]:
    """Return the fixtures of an evening: its own, and those that were put there."""
    here = [one for one in fixtures if evening_now(one, acts.get(one.pk)) == evening]
    return [one for one in here if one.pk not in acts], [one for one in here if one.pk in acts]
