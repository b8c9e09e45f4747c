"""The roster as the page shows it: one row per person, the totals above, and suggestions."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

from django.core.paginator import Page
from django.http import HttpRequest
from django.urls import reverse

from scoring import boards
from scoring.games import GAMES
from tournaments import registration
from tournaments.models import Club, Entry, Tournament, raw_sql
from tournaments.models.rows import fetch
from tournaments.pairing.pairing_systems import Tables
from tournaments.publishing.money_words import parts_words
from tournaments.publishing.papers.door_papers import answer_word
from tournaments.registration import categories, payments, questions, signups, teams
from tournaments.registration.member_list import off_list_entries
from tournaments.registration.payment_references import read_reference
from tournaments.rounds import stages
from tournaments.web import display_names, paging

ON_A_PAGE = 100


class SearchColumns(NamedTuple):
    """The columns of an entry by which it is found."""

    pk: int
    sort_name: str
    team: list[str]
    club: str


@dataclass(frozen=True)
class Row:
    """One person of the roster; `before` lists the earlier players of the number.

    `online`: registered by the public form. `parts`: those of what is owed.
    `off_list`: not on the list of members, where there is one.
    """

    entry: Entry
    url: str
    away: bool
    late_from: int | None
    likes: list[tuple[Entry, str]]
    answers: list[tuple[str, str]]
    categories: list[str]
    before: str
    online: bool
    account: payments.Account
    parts: str
    off_list: bool

    @property
    def members(self) -> str:
        """Return the members of a team that its name does not list, or the earlier players of the number."""
        return self.before or registration.members_not_in_name(self.entry.name, self.entry.team)


def page_of_rows(
    request: HttpRequest,
    tournament: Tournament,
    balances: Mapping[int, payments.Balance],
    *,
    by_name: bool,
    typed: str,
    unsettled: bool,
) -> tuple[Page[int], list[Row]]:
    """Return a part of the list, last typed first or by family name, and its rows.

    Others of the same name are named with each. `typed` finds people by name, club and payment
    reference. `unsettled`: only those who owe money, or to whom it is given back.
    """
    order = ("sort_name", "number") if by_name else ("-number",)
    names = dict(tournament.entries.order_by(*order).values_list("pk", "name"))
    keys = list(names)
    if typed:
        matching = _matching_keys(tournament, typed)
        keys = [pk for pk in keys if pk in matching]
    if unsettled:
        keys = [pk for pk in keys if (balance := balances.get(pk)) and (balance.due or balance.over)]
    page = paging.page_of(request, keys, ON_A_PAGE)
    return page, _rows(tournament, _entries_with_namesakes(tournament, list(page), names))


def _matching_keys(tournament: Tournament, typed: str) -> set[int]:
    """Return the keys of those whom a name, a club or a payment reference finds."""
    reference = read_reference(typed)
    named = payments.entries_by_reference(tournament, reference) if reference else set()
    read, folded = cache(json.loads), cache(registration.fold)  # most are no team; clubs are few
    people = (
        SearchColumns(pk, sort_name, read(team), folded(club))
        for pk, sort_name, team, club in fetch(raw_sql.ENTRY_SEARCH, tournament.pk)
    )
    return named | {
        one.pk for one in people if registration.is_found(f"{registration.found_by(one)}\n{one.club}", typed)
    }


def _entries_with_namesakes(
    tournament: Tournament, keys: list[int], names: dict[int, str]
) -> list[tuple[Entry, list[tuple[Entry, str]]]]:
    """Return the entries of some keys, each with the others of the same name; `names` are those of all."""
    same: dict[str, list[int]] = {registration.name_key(names[pk]): [] for pk in keys}
    for pk, name in names.items():
        if (key := registration.name_key(name)) in same:
            same[key].append(pk)
    several = [pk for found in same.values() if len(found) > 1 for pk in found]
    known = tournament.entries.prefetch_related("presences").in_bulk({*keys, *several})
    shown = []
    for pk in keys:
        others = [known[other] for other in same[registration.name_key(names[pk])] if other in known]
        if pk in known:
            shown.append((known[pk], [(other, "same") for other in others if other.pk != pk]))
    return shown


def row_of(tournament: Tournament, entry: Entry) -> Row:
    """Return one row with all similar names: shown when a person was entered or changed."""
    others = {other.pk: other for other in tournament.entries.exclude(pk=entry.pk)}
    found = registration.look_alikes(entry.name, ((pk, other.name) for pk, other in others.items()))
    likes = [(others[likeness.who], likeness.how) for likeness in found]
    (shown,) = _rows(tournament, [(entry, likes)])
    return shown


def _rows(tournament: Tournament, people: list[tuple[Entry, list[tuple[Entry, str]]]]) -> list[Row]:
    """Return a row for each entry, with those of similar names."""
    door = reverse("registration", args=[tournament.slug])
    next_round = registration.next_round_number(tournament)
    asked, known = questions.questions_of(tournament), categories.categories_of(tournament)
    before = display_names.earlier_players(tournament)
    online = signups.uids_entered_by_form(tournament)
    off_list = off_list_entries(tournament)
    accounts = payments.accounts(tournament, [entry for entry, _likes in people])
    made = []
    for entry, likes in people:
        intervals = list(entry.presences.all())
        away = not any(
            here.from_round <= next_round and (here.to_round or next_round) >= next_round
            for here in intervals
        )
        first = min((here.from_round for here in intervals), default=1)
        account = accounts.get(entry.pk, payments.Account(entry=entry))
        given = [(question.text, entry.answers.get(str(question.id), "")) for question in asked]
        made.append(
            Row(
                entry=entry,
                url=f"{door}{entry.number}/",
                away=away,
                late_from=first if first > 1 and not away else None,
                likes=likes,
                answers=[(text, answer_word(value)) for text, value in given if value],
                categories=[one.name for one in known if one.id in entry.categories],
                before=before.get(entry.number, ""),
                online=entry.uid in online,
                account=account,
                parts=parts_words(account, asked),
                off_list=entry.pk in off_list,
            )
        )
    return made


def totals(tournament: Tournament, balances: Mapping[int, payments.Balance]) -> dict[str, Any]:
    """Return how many are entered and what was paid, for the strip above the list."""
    cash = payments.money_by_way(balances)
    rules = stages.qualifying(tournament).rules
    number = registration.next_round_number(tournament)
    present = registration.count_present(tournament, number)
    here = present.total()
    house = tournament.entries.filter(kind=Entry.Kind.HOUSE).count()
    tables = Tables.from_rules(rules)
    needed = GAMES[rules["game"]].people_per_entry(rules)
    competing = teams.competitor_kind(here, present[Entry.Kind.TEAM])
    return {
        "players": here,
        "house": house,
        "away": len(balances) - here,
        "competing": competing,
        "by_teams": needed > 1 or competing == "teams",
        "odd": rules["rounds"] > 0 and tables.size == 2 and here % 2 == 1,
        "left_over": tables.sitting_out(here) if tables.size > 2 else 0,
        "small": teams.undersized_entries(registration.present(tournament, number), needed)
        if needed > 1
        else [],
        "needed": needed,
        "house_name": registration.house_name(tournament),
        "rules": rules,
        "too_many": tables.needed(here) > rules["tables"] // boards.each(rules),
        "cash": sorted(cash.items(), key=lambda item: (*payments.PAYMENT_METHODS, "").index(item[0])),
        "taken": sum(cents for how, cents in cash.items() if how),
    }


def suggestions(tournament: Tournament) -> dict[str, list[str]]:
    """Return clubs and regions that the organisation knows, and tags in use."""
    used = list(
        tournament.entries.exclude(apart="").values_list("apart", flat=True).distinct().order_by("apart")
    )
    regions = fetch(raw_sql.REGIONS, tournament.organisation_id, tournament.organisation_id)
    clubs = Club.objects.filter(organisation=tournament.organisation_id)
    return {
        "clubs": list(clubs.values_list("name", flat=True)),
        "regions": sorted((region for (region,) in regions), key=registration.fold),
        "tags": used,
    }
