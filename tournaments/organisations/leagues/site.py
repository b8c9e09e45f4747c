"""A season on the static site: its pages in both languages, in a folder beside those of its evenings.

They show public data only: evenings that are public and not hidden until a ceremony, names by consent.
"""

from collections.abc import Iterator, Sequence
from datetime import date
from typing import Any, NamedTuple

from django.template.loader import render_to_string
from django.utils import timezone, translation

from tournaments.models import Act, Privacy, Season, Tournament
from tournaments.organisations import seasons
from tournaments.organisations.leagues import exports, league_words
from tournaments.organisations.leagues.state import LeagueState, league_state
from tournaments.publishing import names
from tournaments.publishing.outputs.corrections import ACT
from tournaments.publishing.outputs.rows import LANGUAGES
from tournaments.publishing.outputs.season_folder import Folder, folder_of, seasons_of_tournament
from tournaments.publishing.outputs.site import FRONT_PAGE, asset_files, first_folder, front_links, page_links

FIXTURE_PAGES = ("index.html", "fixtures.html", "privacy.html")
EVENING_PAGES = ("index.html", "evenings.html", "privacy.html")
"""The pages of a season that has fixtures, and of one whose evenings are added up."""


class Head(NamedTuple):
    """The heading of every page."""

    name: str
    place: str
    language: str


class EveningLink(NamedTuple):
    """An evening in the list: its name, its date, and its folder if it was published."""

    name: str
    on: date
    folder: str


class SeasonPage(NamedTuple):
    """A season as the public sees it, with the folders of its evenings by the key of each."""

    season: Season
    table: seasons.Table
    now: LeagueState | None
    published: dict[int, str]

    @property
    def evenings(self) -> list[EveningLink]:
        """Return the evenings that the public may know of."""
        known = [one.tournament for one in self.table.evenings if one.state != seasons.HIDDEN]
        return [EveningLink(one.name, one.date, self.published.get(one.pk, "")) for one in known]

    @property
    def days(self) -> list[date]:
        """Return the first and the last day of the season."""
        days = [one.on for one in self.evenings] + (self.now.league.days if self.now else [])
        return sorted({min(days), max(days)}) if days else []


def folders(tournament: Tournament) -> Iterator[Folder]:
    """Yield the public seasons for which a tournament counts."""
    for season in seasons_of_tournament(tournament).filter(public=True).select_related("organisation"):
        page = _season_page(season, tournament)
        head = Head(season.name, season.organisation.name, tournament.language)
        newest = max((one.on for one in page.evenings), default=timezone.localdate())
        with translation.override(head.language):
            about = {
                "uid": str(season.uid),
                "name": head.name,
                "date": newest.isoformat(),
                "place": head.place,
                "language": head.language,
                "said": _days_text(page.days),
            }
        yield Folder(str(season.uid), folder_of(season), about, dict(write_pages(head, page)))


def withdrawn_folders(tournament: Tournament) -> Iterator[Folder]:
    """Yield the seasons that are not public: where they were published once, their pages say only that."""
    for season in seasons_of_tournament(tournament).filter(public=False):
        head = Head("", "", tournament.language)
        about = {"uid": str(season.uid)}  # without a name the index of years leaves it out
        yield Folder(str(season.uid), folder_of(season), about, dict(write_pages(head, None)), withdrawn=True)


def _season_page(season: Season, tournament: Tournament) -> SeasonPage:
    every = seasons.evenings_of(season)
    acts = Act.objects.filter(kind=ACT, tournament__in=every)
    published = {*acts.values_list("tournament", flat=True), tournament.pk}
    league = exports.league_of(season)
    return SeasonPage(
        season,
        seasons.table(season, public=True, published=True),
        league_state(league, public=True, published=True) if league else None,
        {one.pk: one.slug for one in every if one.pk in published},
    )


def _days_text(days: Sequence[date]) -> str:
    return " – ".join(names.date_words(day) for day in days)


def write_pages(head: Head, page: SeasonPage | None) -> Iterator[tuple[str, bytes]]:
    """Yield every page and the style sheet; without `page`, they say that the season is no longer shown."""
    yield from asset_files()
    for language, folder in LANGUAGES.items():
        with translation.override(language):
            shows = _page_context(page) if page else {}
            pages = (
                (FIXTURE_PAGES if "now" in shows else EVENING_PAGES)
                if page
                else {*FIXTURE_PAGES, *EVENING_PAGES}
            )
            for name in sorted(pages):
                about: dict[str, Any] = {"day": head, "when": _days_text(page.days) if page else "", **shows}
                template = f"site/season/{name if page else 'withdrawn.html'}"
                links = page_links(name, folder)
                yield f"{folder}/{name}", render_to_string(template, about | links).encode()
                if name == FRONT_PAGE and folder == first_folder(head.language):
                    yield FRONT_PAGE, render_to_string(template, about | front_links(folder)).encode()


def _page_context(page: SeasonPage) -> dict[str, Any]:
    shows: dict[str, Any] = {"season": page.season, "table": page.table, "evenings": page.evenings}
    shows |= {"privacy": Privacy.for_organisation(page.season.organisation)}
    if now := page.now:
        evenings = [
            one._asdict() | {"folder": page.published.get(one.tournament.pk, "") if one.tournament else ""}
            for one in league_words.evenings(now, public=True)
        ]
        shows |= {
            "now": now,
            "league_rows": league_words.rows(now),
            "league_rules": league_words.rules(now),
            "league_evenings": evenings,
            "waiting": league_words.fixtures(now, now.unscheduled, public=True),
        }
    return shows
