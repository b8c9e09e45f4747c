"""Which evening a fixture belongs to, by the newest decision about it that stands."""

from collections.abc import Iterable

from tournaments.models import Fixture, FixtureAct, League


def standing_decisions(league: League) -> dict[int, FixtureAct]:
    """The decision that holds, by the key of its fixture."""
    acts = FixtureAct.objects.filter(fixture__league=league, taken_back_at=None).select_related("by")
    return {act.fixture_id: act for act in acts.order_by("pk")}


def evening_now(fixture: Fixture, act: FixtureAct | None) -> int | None:
    """The evening on which it is to be played; None where it has none, or needs none any more."""
    if act is None:
        return fixture.evening
    return act.evening if act.kind == FixtureAct.Kind.MOVED else None


def of_evening(
    fixtures: Iterable[Fixture], acts: dict[int, FixtureAct], evening: int
) -> tuple[list[Fixture], list[Fixture]]:
    """The fixtures of an evening: its own, and those that were put there."""
    here = [one for one in fixtures if evening_now(one, acts.get(one.pk)) == evening]
    return [one for one in here if one.pk not in acts], [one for one in here if one.pk in acts]
