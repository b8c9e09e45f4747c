"""Load a list of people: who is new, who changes, and who is on the list of members no more.

Rows are compared with the people that are known: by the member number, else by name and club where these
identify one person. So a list that is loaded again changes nothing.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import lru_cache
from typing import NamedTuple, TypeVar

from scoring import DomainError
from tournaments.models import (
    ClubMembership,
    Member,
    Organisation,
    OrganisationAct,
    Player,
    Round,
    Tournament,
    User,
)
from tournaments.organisations import people, person_changes
from tournaments.organisations.locks import lock_rows, organisation_lock
from tournaments.registration.candidates import read_name, written_name
from tournaments.registration.clubs import club_key
from tournaments.registration.columns import check_order_decided
from tournaments.registration.duplicates import alike
from tournaments.registration.headings import NAME_ROLES
from tournaments.registration.import_cleaning import skip_reason
from tournaments.registration.known_clubs import ensure_clubs, known_club_names
from tournaments.registration.member_list import LOAD_ACTS, MEMBER_LIST_ACT, PEOPLE_LOAD_ACT
from tournaments.registration.names import sort_name
from tournaments.registration.roster import Draft, clean_draft

COLUMNS = ("name", "sort_name", "club", "region", "member_number", "category")
BATCH_SIZE = 500  # rows in one statement: SQLite takes 999 parameters

Key = TypeVar("Key", int, str)

_club_key = lru_cache(maxsize=10_000)(club_key)


class Change(NamedTuple):
    """A known person whose details differ from those of the list."""

    player: Player
    before: dict[str, str]
    after: dict[str, str]


@dataclass
class Comparison:
    """A list beside the people that are known: `left` are those on the list of members now, not on this one.

    `refused` are numbers of rows with the reason.
    """

    new: list[Player] = field(default_factory=list)
    changed: list[Change] = field(default_factory=list)
    same: list[Player] = field(default_factory=list)
    left: list[Player] = field(default_factory=list)
    refused: list[tuple[int, DomainError]] = field(default_factory=list)


def compare(
    organisation: Organisation, rows: Sequence[Sequence[str]], roles: Sequence[str], heading: int | None
) -> Comparison:
    """Compare the rows below the headings with the people that are known. Raises `DomainError`."""
    if not set(NAME_ROLES) & set(roles):
        raise DomainError("no_name_column")
    check_order_decided(roles)
    found = Comparison()
    listed = list(_read_people(organisation, rows, roles, heading, found))
    usual = known_club_names(organisation.pk, {one.club for _row, one in listed})
    known = _KnownPeople(people.known_people(organisation))
    known.give_up_numbers([one for _row, one in listed])
    for row, one in listed:
        one.club = usual.get(one.club, one.club)
        try:
            player = known.same(one)
        except DomainError as refusal:
            found.refused.append((row, refusal))
            continue
        if player is None:
            found.new.append(one)
            continue
        after = {
            name: getattr(one, name)
            for name in COLUMNS
            if getattr(one, name) and getattr(one, name) != getattr(player, name)
        }
        if known.gives_up_number(player) and not one.member_number:
            after["member_number"] = ""
        if after:
            found.changed.append(Change(player, {name: getattr(player, name) for name in after}, after))
        else:
            found.same.append(player)
    given_up = [player for player in known.others() if known.gives_up_number(player)]
    found.changed += [
        Change(player, {"member_number": player.member_number}, {"member_number": ""}) for player in given_up
    ]
    found.left = [player for player in known.others() if player.on_list]
    found.refused.sort(key=lambda one: one[0])
    return found


def _read_people(
    organisation: Organisation,
    rows: Sequence[Sequence[str]],
    roles: Sequence[str],
    heading: int | None,
    comparison: Comparison,
) -> Iterable[tuple[int, Player]]:
    """Yield the people of a list with the numbers of their rows; they are not saved."""
    headings = rows[heading] if heading is not None else []
    start = 0 if heading is None else heading + 1
    for number, cells in enumerate(rows[start:], start=start + 1):
        values = {role: cell for role, cell in zip(roles, cells, strict=False) if role}
        if not any(cells) or skip_reason(cells, headings, written_name(values)):
            continue
        try:
            yield number, _person(organisation, values)
        except DomainError as refusal:
            comparison.refused.append((number, refusal))


def _person(organisation: Organisation, values: dict[str, str]) -> Player:
    name, family, _notes = read_name(values)
    if not name:
        raise DomainError("row_without_name")
    details = {key: values.get(key, "") for key in ("club", "region", "member_number")}
    draft = clean_draft(Draft(name, family, details=details))
    return Player(
        organisation=organisation,
        name=draft.name,
        sort_name=sort_name(draft.name, draft.family),
        category=values.get("category", "")[:60],
        kept=True,
        **draft.details,
    )


class _KnownPeople:
    """The people that are known, to find the person of a row; each is that of one row at the most."""

    def __init__(self, players: Iterable[Player]) -> None:
        self._by_number: dict[str, list[Player]] = defaultdict(list)
        self._by_name: dict[tuple[str, str], list[Player]] = defaultdict(list)
        self._free: dict[int, Player] = {}
        self._rows: Counter[tuple[str, str, str]] = Counter()
        self._new: dict[str, str] = {}
        self._without: set[int] = set()
        for player in players:
            self._free[player.pk] = player
            if player.member_number:
                self._by_number[player.member_number].append(player)
            self._by_name[player.sort_name, _club_key(player.club)].append(player)

    def give_up_numbers(self, listed: Sequence[Player]) -> None:
        """Take numbers that the list gives to another name from people who were in no list so far.

        They or the desk typed it at a registration: it can be the number of another.
        """
        names: dict[str, list[str]] = defaultdict(list)
        for one in listed:
            names[one.member_number].append(one.name)
        for number in names.keys() & self._by_number.keys():
            self._without |= {
                player.pk
                for player in self._by_number[number]
                if not player.kept and not any(alike(player.name, name) for name in names[number])
            }

    def gives_up_number(self, player: Player) -> bool:
        """Return whether the number of a person is that of another row."""
        return player.pk in self._without

    def same(self, one: Player) -> Player | None:
        """Return the known person of a row, None if it is a new one. Raises `DomainError`."""
        key = one.member_number, one.sort_name, _club_key(one.club)
        self._rows[key] += 1
        if self._rows[key] > 1:
            raise DomainError("person_twice", name=one.name)
        numbered = self._by_number[one.member_number] if one.member_number else []
        found = [each for each in numbered if each.pk not in self._without]
        if not found:
            named = self._by_name[one.sort_name, key[2]]
            found = [
                each
                for each in named
                if each.pk in self._without or not (each.member_number and one.member_number)
            ]
            other = self._new.setdefault(one.member_number, one.name)
            if one.member_number and other != one.name:
                raise DomainError("member_number_taken", number=one.member_number, name=other)
            return self._take(found[0]) if len(found) == 1 and found[0].pk in self._free else None
        if found[0].pk not in self._free:
            raise DomainError("person_twice", name=one.name)
        if not alike(found[0].name, one.name):
            raise DomainError("member_number_taken", number=one.member_number, name=found[0].name)
        return self._take(found[0])

    def _take(self, player: Player) -> Player:
        return self._free.pop(player.pk)

    def others(self) -> Iterable[Player]:
        """Return those who are in no row."""
        return self._free.values()


def load(
    organisation: Organisation, comparison: Comparison, *, is_member_list: bool, on: date, by: User | None
) -> OrganisationAct:
    """Write a list that was compared a moment ago; return the act.

    `is_member_list`: it is the whole list of members, valid from the day `on`; another club is a transfer on
    that day. Runs inside `organisation_lock`.
    """
    _lock_coming_tournaments([one.player.pk for one in comparison.changed])
    _make_clubs_known(organisation, comparison)
    for one in comparison.new:
        one.on_list = is_member_list
    here = [*comparison.same, *(one.player for one in comparison.changed)] if is_member_list else []
    gone = comparison.left if is_member_list else []
    flags = [(one, one.on_list, one.kept) for one in (*here, *gone)]
    Player.objects.bulk_create(comparison.new, batch_size=BATCH_SIZE)
    dated = _write_changes(comparison.changed, on)
    _mark(here, on_list=True)
    _mark(gone, on_list=False)
    inverse = {
        "new": [one.pk for one in comparison.new],
        "changed": {
            str(one.player.pk): {"before": one.before, "after": one.after} for one in comparison.changed
        },
        "clubs": dated,
        "on_list": [one.pk for one, on_list, _kept in flags if on_list],
        "off_list": [one.pk for one, on_list, _kept in flags if not on_list],
        "not_kept": [one.pk for one, _on_list, kept in flags if not kept],
    }
    organisation.acts.filter(kind__in=LOAD_ACTS).update(inverse=None)
    counts = {
        "new": len(comparison.new),
        "changed": len(comparison.changed),
        "same": len(comparison.same),
        "left": len(comparison.left) if is_member_list else 0,
    }
    kind = MEMBER_LIST_ACT if is_member_list else PEOPLE_LOAD_ACT
    args = counts | {"on": on.isoformat()}
    return OrganisationAct.objects.create(
        organisation=organisation, kind=kind, args=args, inverse=inverse, by=by
    )


def _make_clubs_known(organisation: Organisation, comparison: Comparison) -> None:
    written = {one.club for one in comparison.new} | {one.after.get("club", "") for one in comparison.changed}
    usual = ensure_clubs(organisation.pk, written - {""})
    for one in comparison.new:
        one.club = usual.get(one.club, one.club)
    for change in comparison.changed:
        if "club" in change.after:
            change.after["club"] = usual.get(change.after["club"], change.after["club"])


def _write_changes(changed: Sequence[Change], on: date) -> list[int]:
    """Write what changes, also in tournaments to come; return the keys of the transfers between clubs."""
    dated = _date_transfers([one for one in changed if one.before.get("club") and "club" in one.after], on)
    _write_details(changed)
    return dated


def _write_details(changed: Sequence[Change]) -> None:
    awaited = {player for player, _tournament in _coming_entries([one.player.pk for one in changed])}
    plain = [one for one in changed if one.player.pk not in awaited]
    for one in plain:
        for name, value in one.after.items():
            setattr(one.player, name, value)
    Player.objects.bulk_create(
        [one.player for one in plain],
        batch_size=BATCH_SIZE,
        update_conflicts=True,
        unique_fields=["id"],
        update_fields=COLUMNS,
    )
    for one in changed:
        if one.player.pk in awaited:
            person_changes.write(one.player, one.before, one.after)


def _date_transfers(moved: Sequence[Change], on: date) -> list[int]:
    """Note the transfers of a list valid from the day `on`; return the keys of the new rows.

    A person who has changed clubs since that day is in the club of the list from that change on.
    """
    dated: dict[int, date] = {}
    keys = [one.player.pk for one in moved]
    for at in range(0, len(keys), BATCH_SIZE):
        rows = ClubMembership.objects.filter(player__in=keys[at : at + BATCH_SIZE])
        for player, since in rows.values_list("player", "since"):
            dated[player] = max(since or on, dated.get(player, on))
    new = [
        ClubMembership(player=one.player, club=one.before["club"])
        for one in moved
        if one.player.pk not in dated
    ]
    new += [
        ClubMembership(player=one.player, club=one.after["club"], since=dated.get(one.player.pk, on))
        for one in moved
    ]
    return [one.pk for one in ClubMembership.objects.bulk_create(new, batch_size=BATCH_SIZE // 2)]


def _lock_coming_tournaments(keys: Sequence[int]) -> None:
    """Lock the tournaments in which what changes of people is written too."""
    lock_rows(Tournament.objects.filter(pk__in={tournament for _player, tournament in _coming_entries(keys)}))


def _coming_entries(keys: Sequence[int]) -> set[tuple[int, int]]:
    """Return those of the people who are entered for a tournament in which no game is seated, with it."""
    begun = Round.objects.exclude(state=Round.State.VOID).values("stage__tournament")
    found: set[tuple[int, int]] = set()
    for at in range(0, len(keys), BATCH_SIZE):
        members = Member.objects.filter(
            player__in=keys[at : at + BATCH_SIZE], to_round=None, entry__tournament__live=True
        )
        coming = members.exclude(entry__tournament__in=begun)
        found |= set(coming.values_list("player", "entry__tournament"))
    return found


def _mark(players: Sequence[Player], *, on_list: bool) -> None:
    keys = [player.pk for player in players if player.on_list != on_list or not player.kept]
    _update(keys, on_list=on_list, kept=True)


def _update(keys: Sequence[int], **flags: bool) -> None:
    for some in _batches(keys):
        Player.objects.filter(pk__in=some).update(**flags)


def _batches(keys: Sequence[Key]) -> Iterator[Sequence[Key]]:
    return (keys[at : at + BATCH_SIZE] for at in range(0, len(keys), BATCH_SIZE))


def last_load(organisation: Organisation) -> OrganisationAct | None:
    """Return the last list that was loaded if it can be taken back."""
    loads = organisation.acts.filter(kind__in=LOAD_ACTS, taken_back_at=None, inverse__isnull=False)
    return loads.defer("inverse").first()  # it has the keys of 160 000 people


def undo(act: OrganisationAct, *, by: User | None) -> None:
    """Take the last list that was loaded back. Raises `DomainError` if it is another by now.

    What was changed by hand since stays, and so do new people who were entered, corrected or merged since,
    no longer on the list of members. Numbers that were filled in meanwhile stay as well.
    """
    organisation = act.organisation
    with organisation_lock(organisation):
        last = last_load(organisation)
        if last is None or last.pk != act.pk:
            raise DomainError("look_again")
        kept = last.undo_data
        _lock_coming_tournaments(sorted(map(int, kept["changed"])))
        _forget_new(organisation, kept["new"], since=act)
        _restore_details(organisation, kept["changed"])
        for some in _batches(kept["clubs"]):
            ClubMembership.objects.filter(pk__in=some).delete()
        _update(kept["on_list"], on_list=True)
        _update(kept["off_list"], on_list=False)
        _update(kept["not_kept"], kept=False)
        last.inverse = None
        last.save(update_fields=["inverse"])
        last.mark_taken_back(by=by)


def _forget_new(organisation: Organisation, keys: Sequence[int], *, since: OrganisationAct) -> None:
    """Delete the people whom a list brought, those apart who are used since."""
    later = organisation.acts.filter(kind__in=person_changes.KINDS, pk__gt=since.pk)
    changed = set(later.values_list("args__person", flat=True))
    for some in _batches(keys):
        found = Player.objects.filter(pk__in=some, erased_at=None)
        unused = found.filter(memberships=None, league_sides=None, merged=None)
        gone = [pk for pk, uid in unused.values_list("pk", "uid") if str(uid) not in changed]
        Player.objects.filter(pk__in=gone).delete()
        found.update(on_list=False)


def _restore_details(organisation: Organisation, changed: Mapping[str, Mapping[str, dict[str, str]]]) -> None:
    """Write the details from before, where they are still those of the list.

    A member number that another person has by now stays with that one.
    """
    back = []
    for some in _batches(sorted(map(int, changed))):
        for player in Player.objects.filter(pk__in=some, erased_at=None):
            before, after = changed[str(player.pk)]["before"], changed[str(player.pk)]["after"]
            same = {name for name, value in after.items() if getattr(player, name) == value}
            if same:
                now = {name: after[name] for name in same}
                back.append(Change(player, now, {name: before[name] for name in same}))
    back = list(_without_taken_numbers(organisation, back))
    _make_clubs_known(organisation, Comparison(changed=back))
    _write_details(back)


def _without_taken_numbers(organisation: Organisation, changed: Sequence[Change]) -> Iterator[Change]:
    """Yield the changes without member numbers that other people keep."""
    free = _people_with_free_numbers(organisation, changed)
    for one in changed:
        if "member_number" in one.after and one.player.pk not in free:
            left = one.after.keys() - {"member_number"}
            one = Change(one.player, *({name: own[name] for name in left} for own in (one.before, one.after)))
        if one.after:
            yield one


def _people_with_free_numbers(organisation: Organisation, changed: Sequence[Change]) -> set[int]:
    """Return those whose member number can change: no other person keeps the one that they are to have.

    A person who does not get a number keeps the one of now, which another one may be to have.
    """
    wanted = {one.player.pk: one.after["member_number"] for one in changed if "member_number" in one.after}
    holders: dict[str, set[int]] = defaultdict(set)
    for some in _batches(sorted(set(wanted.values()) - {""})):
        held = organisation.players.filter(member_number__in=some, erased_at=None)
        for pk, number in held.values_list("pk", "member_number"):
            holders[number].add(pk)
    free = set(wanted)
    while taken := {pk for pk in free if not holders[wanted[pk]] <= free}:
        free -= taken
    return free
