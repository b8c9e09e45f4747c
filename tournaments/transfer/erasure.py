"""Erase people: names, contacts and answers go; results stay, under a number in place of the name.

The row of a person stays, with nothing but its uid and `erased_at`. These rows are the list by which whatever
still has the name is erased again: a copy that is restored, a database that is put back. Their uids are in
each copy, and in a file beside the copies.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from typing import Any
from uuid import UUID, uuid5

from django.db import transaction
from django.db.models import Prefetch, Q, QuerySet, prefetch_related_objects
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from tournaments.common import jobs
from tournaments.common.signals import announce_season_changes
from tournaments.models import (
    Act,
    Call,
    Device,
    Entry,
    FixtureAct,
    Job,
    LeaguePlayer,
    LeagueSide,
    Letter,
    MailAddress,
    Member,
    MergedPlayer,
    Message,
    Organisation,
    Player,
    Publication,
    Removal,
    Season,
    Signup,
    Tournament,
)
from tournaments.models.locking import locked
from tournaments.models.seasons import lock_seasons
from tournaments.publishing import auto_publish, cash_box, prizes, publications
from tournaments.registration import categories, fees, fold, questions, teams
from tournaments.registration.clubs import club_key
from tournaments.registration.duplicates import name_key
from tournaments.registration.known_clubs import known_club_names
from tournaments.registration.member_list import LOAD_ACTS
from tournaments.standings import club_teams
from tournaments.transfer import sent_again
from tournaments.transfer.erased_names import GAP, NamesInText

FIRST_NUMBER, NUMBER_RANGE = 1000, 9000
BATCH_SIZE = 400  # uids in one statement, each twice: SQLite takes 999 parameters
CLEARED_PLAYER: dict[str, Any] = {
    **dict.fromkeys(("club", "region", "member_number", "category"), ""),
    **dict.fromkeys(("consent", "kept", "on_list"), False),
}
ERASED_ENTRY: dict[str, Any] = {"region": "", "member_number": "", "apart": "", "note": "", "answers": {}}
ERASED_SIGNUP: dict[str, Any] = {
    "contact": "",
    "answers": {},
    "request": "",
    "member_number": "",
}
TEXT_COLUMNS: dict[type[Any], tuple[str, ...]] = {
    Entry: ("apart", "note", "answers"),
    Member: ("came_as",),
    Call: ("said",),
    Device: ("label",),
    Message: ("subject", "text"),
}
"""Columns with texts of others, in which a name may stand too."""
TEXT_SETTINGS = (categories.KEY, fees.KEY, questions.KEY, cash_box.KEY, prizes.KEY, "house_name")
"""Settings of a tournament with such texts."""
JOBS_WITHOUT_FILES = (
    jobs.COPY,
    jobs.CONFIRM,
    jobs.MESSAGE,
    jobs.MAIL,
    jobs.TRY_MAIL,
    jobs.TRY_DESTINATION,
)
"""Jobs that read the rows when they run, and keep no name."""
TOURNAMENT_PATHS: dict[type[Any], str] = dict.fromkeys(TEXT_COLUMNS, "tournament") | {
    Member: "entry__tournament"
}


def replacement_name(player: Player) -> str:
    """Return what stands in place of a name, in the language of their last tournament.

    The number is always the same for a person, on every computer.
    """
    last = Tournament.objects.filter(entries__members__player=player).order_by("-date", "-pk").first()
    with translation.override(last.language if last else translation.get_language()):
        return _("Anonymous %(number)s") % {"number": FIRST_NUMBER + player.uid.int % NUMBER_RANGE}


def names_of(player: Player) -> set[str]:
    """Return the full names under which a person is written here."""
    return {player.name, *(name for _player, name in _names_in_entries(player.memberships.all()))}


def _names_in_entries(members: QuerySet[Member]) -> Iterator[tuple[int, str]]:
    """Yield people by their keys with the names in their entries, which may be those of an earlier time."""
    in_order = Member.objects.filter(to_round=None).order_by("position", "from_round")
    found = list(members.filter(to_round=None).select_related("entry"))
    prefetch_related_objects([one.entry for one in found], Prefetch("members", in_order, to_attr="playing"))
    for member in found:
        entry: Any = member.entry
        keys = [one.pk for one in entry.playing]
        names = dict(zip(keys, entry.team or [entry.name], strict=False))
        if member.pk in names:
            yield member.player_id, names[member.pk]


def erase(player: Player) -> None:
    """Erase a person in all tournaments here, archived lives too; inside a transaction."""
    names = names_of(player)
    lives = list(sent_again.tournaments_naming([player]).order_by("pk").values_list("pk", flat=True))
    sides = [side for side in _sides_of(player) if _is_composed(side)]
    player.name = replacement_name(player)
    player.sort_name = fold(player.name)
    for name, value in CLEARED_PLAYER.items():
        setattr(player, name, value)
    player.erased_at = timezone.now()
    player.save()
    player.club_memberships.all().delete()
    known_as = [str(player.uid), *map(str, player.merged.values_list("uid", flat=True))]
    concerned = Q(args__person__in=known_as) | Q(args__other__in=known_as) | Q(kind__in=LOAD_ACTS)
    player.organisation.acts.filter(concerned).update(inverse=None)
    for key in lives:
        with locked(key, archived=True) as tournament:
            erase_in(tournament, {player.pk: names})
    _erase_in_leagues(player, sides, NamesInText(names))
    announce_season_changes(player.organisation.seasons.values_list("pk", flat=True))


def erase_and_send_again(player: Player, waiting: Collection[Signup]) -> None:
    """Erase a person, also from the registrations `waiting`, which lead to no entry.

    What was sent to web hosts and servers is made and sent again.
    """
    tournaments, names = tournaments_of(waiting), names_of(player)
    sent = sent_again.deliveries(player, tournaments)
    erase(player)
    for one in waiting:
        erased = names_on(one, names)
        others = [name for name in one.names if name not in erased]
        if not others:
            one.withdrawn_at = one.withdrawn_at or timezone.now()
        blank_signup(one, others)
    only_waited = tournaments.exclude(entries__members__player=player)
    for key in only_waited.order_by("pk").values_list("pk", flat=True):
        with locked(key, archived=True) as tournament:
            erase_in(tournament, {player.pk: names})
    sent_again.send_again(sent)


def names_on(signup: Signup, person: Collection[str]) -> list[str]:
    """Return the names on a registration that are one of these names of a person, or contain one."""
    keys, in_text = set(map(name_key, person)), NamesInText(person)
    return [name for name in signup.names if name_key(name) in keys or in_text.are_in(name)]


def signups_without_entry(player: Player) -> QuerySet[Signup]:
    """Return the registrations of the organisation that lead to no entry: nothing but the name says whose."""
    tournaments = player.organisation.tournaments.values("uid")
    entries = Entry.objects.filter(tournament__organisation=player.organisation_id)
    known = Signup.objects.filter(tournament_uid__in=tournaments)
    return known.exclude(entry_uid__in=entries.values("uid")).order_by("pk")


def signups_without_doubt(player: Player) -> list[Signup]:
    """Return those of `signups_without_entry` that nothing distinguishes from the person.

    They have the same name, neither another club nor another member number, and fit no other known person.
    """
    registered = list(signups_without_entry(player))
    usual = known_club_names(player.organisation_id, {one.club for one in registered})
    others = player.organisation.players.filter(erased_at=None, sort_name=player.sort_name)
    known = [player, *others.exclude(pk=player.pk)]
    found = []
    for signup in registered:
        club = usual.get(signup.club, signup.club)
        numbers = [signup.member_number, *[""] * len(signup.names)]
        fitting = [
            person
            for person in known
            for name, number in zip(signup.names, numbers, strict=False)
            if _may_be(person, name, club, number)
        ]
        found += [signup] if fitting == [player] else []
    return found


def _may_be(player: Player, name: str, club: str, number: str) -> bool:
    numbers, clubs = {number, player.member_number} - {""}, {club_key(club), club_key(player.club)} - {""}
    return name_key(name) == name_key(player.name) and len(numbers) < 2 and len(clubs) < 2


def tournaments_of(signups: Iterable[Signup]) -> QuerySet[Tournament]:
    """Return the tournaments for which registrations are, archived lives too."""
    return Tournament.objects.filter(uid__in={one.tournament_uid for one in signups})


def _sides_of(player: Player) -> list[LeagueSide]:
    sides = LeagueSide.objects.filter(players__player=player).exclude(team="")
    return list(sides.prefetch_related(Prefetch("players", LeaguePlayer.objects.select_related("player"))))


def _is_composed(side: LeagueSide) -> bool:
    """Return whether a side of a league is called by its members; in doubt it is."""
    return teams.is_made_of_names(side.team, [one.player.name for one in side.players.all()], in_doubt=True)


def _erase_in_leagues(player: Player, composed: Collection[LeagueSide], names: NamesInText) -> None:
    """Call the sides of a person by their members again, and take the name out of what was typed."""
    for side in _sides_of(player):
        others, before = [one.player.name for one in side.players.all()], side.team
        side.team = teams.composed_full_name(others) if side in composed else names.removed_from(side.team)
        side.save(update_fields=["team"])
        _rename_in_seasons(player.organisation, fold(before), fold(side.team))
    leagues = player.league_sides.values("side__league")
    for side in LeagueSide.objects.filter(league__in=leagues).exclude(team=""):
        _write_without_names(side, ("team",), names)  # called after a person of another side
    for act in FixtureAct.objects.filter(fixture__league__in=leagues).exclude(reason=""):
        _write_without_names(act, ("reason",), names)
    for season in player.organisation.seasons.exclude(same_teams=[]):
        same = names.removed_from(season.same_teams, fold(GAP))
        Season.objects.filter(pk=season.pk).update(same_teams=same)  # may be deleted meanwhile
    for of_club in player.organisation.acts.filter(inverse__has_key="same_teams"):
        kept = of_club.undo_data
        if names.are_in(kept["same_teams"]):
            kept["same_teams"] = {}
            of_club.save(update_fields=["inverse"])


def erase_in(tournament: Tournament, people: Mapping[int, set[str]]) -> None:
    """Erase people in one life of a tournament, under its lock: keys of erased players, with their names."""
    names = NamesInText(name for names in people.values() for name in names)
    found = Member.objects.filter(entry__tournament=tournament, player__in=people)
    members = list(found.select_related("player", "entry__tournament").order_by("pk"))
    entries = {member.entry_id: member.entry for member in members}
    for member in members:
        member.entry = entries[member.entry_id]
        _blank_member(member)
    for entry in entries.values():
        _blank_entry(entry, people, names)
    for entry in Entry.objects.filter(tournament=tournament, kind=Entry.Kind.TEAM):
        if entry.pk not in entries and names.are_in(entry.name):  # called after a person of another team
            entries[entry.pk] = entry
            _write_team(entry, names.removed_from(entry.name))
    _remove_from_texts(tournament, names)
    _remove_from_acts(tournament, names)
    _erase_in_publications(tournament, entries.values(), people, names)
    _delete_contacts(tournament, members)
    _delete_papers(tournament)
    tournament.next_version()  # pages are cached by version
    if tournament.live:
        jobs.enqueue_copy(tournament)


def _blank_member(member: Member) -> None:
    """Blank what a person came with; the name that is left may be published in full."""
    erased = member.player.erased_at
    member.consented_at = erased
    if member.came_as is not None:
        kept = {"club": "", **ERASED_ENTRY, "consented_at": erased.isoformat() if erased else None}
        member.came_as = {**member.came_as, **kept}
    member.save(update_fields=["consented_at", "came_as"])


def _blank_entry(entry: Entry, people: Mapping[int, set[str]], names: NamesInText) -> None:
    playing = entry.members.filter(to_round=None).select_related("player").order_by("position", "from_round")
    now = [member.player for member in playing]
    if entry.team:
        named, before = teams.is_named(entry), teams.composed_full_name(entry.team)
        entry.team = [player.name for player in now]
        _write_team(entry, names.removed_from(entry.name) if named else teams.composed_name(entry.team))
        if not named:
            _rename_in_seasons(
                entry.tournament.organisation, fold(before), fold(teams.composed_full_name(entry.team))
            )
        return
    (player,) = now
    if player.pk not in people:  # another person has the number since
        return
    entry.name, entry.sort_name, entry.consented_at = player.name, player.sort_name, player.erased_at
    if not club_teams.declaration(entry.tournament):  # the rank of a club is a result of others too
        entry.club = ""
    for column, value in ERASED_ENTRY.items():
        setattr(entry, column, value)
    entry.save(update_fields=["name", "sort_name", "club", "consented_at", *ERASED_ENTRY])


def _write_team(entry: Entry, name: str) -> None:
    entry.name, entry.sort_name = name, teams.team_sort_key(name)
    entry.save(update_fields=["team", "name", "sort_name"])


def _rename_in_seasons(organisation: Organisation, before: str, after: str) -> None:
    """Write the keys of a team that is called by its members in seasons that know it as another one too."""
    for season in organisation.seasons.exclude(same_teams=[]):
        keys = [[key.partition("\t") for key in pair] for pair in season.same_teams]
        same = [
            ["".join([after if name == before else name, *club]) for name, *club in pair] for pair in keys
        ]
        if same != season.same_teams:
            Season.objects.filter(pk=season.pk).update(same_teams=same)  # may be deleted meanwhile


def _remove_from_texts(tournament: Tournament, names: NamesInText) -> None:
    for model, columns in TEXT_COLUMNS.items():
        for row in model.objects.filter(**{TOURNAMENT_PATHS[model]: tournament}):
            _write_without_names(row, columns, names)
    for house in Entry.objects.filter(tournament=tournament, kind=Entry.Kind.HOUSE):
        if names.are_in(house.name):
            _write_team(house, names.removed_from(house.name))
    _write_without_names(tournament, ("notice",), names)
    typed = {key: tournament.settings[key] for key in TEXT_SETTINGS if key in tournament.settings}
    if names.are_in(typed):
        tournament.save_settings(**names.removed_from(typed))
    for signup in Signup.objects.filter(tournament_uid=tournament.uid):
        _write_without_names(signup, ("answers", "request"), names)


def _write_without_names(row: Any, columns: Iterable[str], names: NamesInText) -> None:
    changed = [column for column in columns if names.are_in(getattr(row, column))]
    for column in changed:
        setattr(row, column, names.removed_from(getattr(row, column)))
    if changed:
        row.save(update_fields=changed)


def _remove_from_acts(tournament: Tournament, names: NamesInText) -> None:
    """Take names out of what was typed with an action; the action itself stays as it is."""
    every = Act.objects.filter(tournament=tournament)
    changed = [act for act in every if names.are_in([act.args, act.inverse])]
    if not changed:
        return
    mark = Removal.objects.create(tournament=tournament.pk)
    for act in changed:
        given = {"args": names.removed_from(act.args), "inverse": names.removed_from(act.inverse)}
        Act.objects.filter(pk=act.pk).update(**given)
    mark.delete()


def _erase_in_publications(
    tournament: Tournament, entries: Iterable[Entry], people: Mapping[int, set[str]], names: NamesInText
) -> None:
    """Write frozen rows with the names that the entries have now; figures and order stay."""
    concerned = {entry.number: entry for entry in entries}
    for publication in Publication.objects.filter(tournament=tournament):
        for row in publication.rows:
            if entry := concerned.get(row["number"]):
                row |= _frozen_names(row, entry, people, names)
        publication.inputs_hash = publications.fingerprint(publication.rows)
        publication.save(update_fields=["rows", "inputs_hash"])


def _frozen_names(
    row: dict[str, Any], entry: Entry, people: Mapping[int, set[str]], names: NamesInText
) -> dict[str, str]:
    erased = [member for member in entry.members.select_related("player") if member.player_id in people]
    if entry.team:
        return {"name": names.removed_from(row["name"]) if teams.is_named(entry) else entry.name}
    if any(member.to_round is None for member in erased):
        return {"name": entry.name, "club": entry.club}
    return {"name": names.removed_from(row["name"], instead=erased[0].player.name)}


def _delete_contacts(tournament: Tournament, members: Iterable[Member]) -> None:
    """Delete the addresses left with the entries of people, and what was typed into the form for them.

    People who were drawn together registered for entries of their own, which are gone.
    """
    for member in members:
        own = (member.came_as or {}).get("uid")
        for uid, others in [(member.entry.uid, member.entry.team), *([(UUID(own), [])] if own else [])]:
            of_entry = {"tournament_uid": tournament.uid, "entry_uid": uid}
            MailAddress.objects.filter(**of_entry).delete()
            Letter.objects.filter(tournament=tournament, entry_uid=uid).delete()
            for signup in Signup.objects.filter(**of_entry):
                blank_signup(signup, others)


def blank_signup(signup: Signup, others: list[str]) -> None:
    """Blank a registration, on which only the names of `others` and their club stay.

    Without any others it is erased: it is of no club then, and on the sheet of none.
    """
    signup.names, signup.consented_at = others, None
    if not others:
        signup.club, signup.sheet = "", None
    for column, value in ERASED_SIGNUP.items():
        setattr(signup, column, value)
    signup.save()
    signup.letters.all().delete()


def _delete_papers(tournament: Tournament) -> None:
    """Delete the papers and files made so far once this is committed; cancel those being made.

    A publication that has not arrived yet is made anew.
    """
    servers = auto_publish.servers_of(tournament.organisation_id, tournament.uid)
    to_servers = Job.objects.filter(tournament=tournament, key__in=[server.key for server in servers])
    made = Job.objects.filter(tournament=tournament).exclude(kind__in=JOBS_WITHOUT_FILES)
    made = made.exclude(pk__in=to_servers)
    # "send" before "publish": the last one queued decides whose publication it is
    cancelled = list(made.filter(state__in=jobs.UNFINISHED).order_by("-kind"))
    for job in cancelled:
        jobs.cancel(job)
    files = [jobs.result_path(job) for job in made if job.result]
    made.exclude(state__in=jobs.UNFINISHED).delete()

    def unlink() -> None:
        for path in files:
            with suppress(OSError):
                path.unlink()

    transaction.on_commit(unlink)
    if tournament.live:
        for job in cancelled:
            _publish_anew(tournament, job)
        running = set(to_servers.filter(state=Job.State.RUNNING).values_list("key", flat=True))
        for server in servers:
            if server.key in running:  # it may have read the name
                auto_publish.queue_transfer(tournament, server)


def _publish_anew(tournament: Tournament, cancelled: Job) -> None:
    """Queue the publication that a cancelled job was to make or to send."""
    if cancelled.kind == jobs.PUBLISH:
        kept = {name: cancelled.args[name] for name in ("by", "to") if name in cancelled.args}
        auto_publish.queue_publication(tournament, kept)
    elif cancelled.kind == jobs.SEND:
        auto_publish.queue_publication(tournament, {"by": None, "to": [cancelled.args["to"]]})


def not_yet_erased(uids: Iterable[str]) -> list[Player]:
    """Return the people here whom another computer has erased: a restored copy erases them here too."""
    listed = sorted(set(map(UUID, uids)))
    found: dict[int, Player] = {}
    for at in range(0, len(listed), BATCH_SIZE):
        part = listed[at : at + BATCH_SIZE]
        either = Q(uid__in=part) | Q(merged__uid__in=part)
        known = Player.objects.filter(either, erased_at=None).select_related("organisation")
        found |= {one.pk: one for one in known}
    return list(found.values())


def tournaments_with_people(uids: Iterable[str]) -> QuerySet[Tournament]:
    """Return the tournaments here from which the people with these uids are to go, or that are sent again."""
    people = not_yet_erased(uids)
    waiting = [signup for one in people for signup in signups_without_doubt(one)]
    entered = sent_again.tournaments_naming(people) | sent_again.published_tournaments(people)
    return entered | tournaments_of(waiting)


def erase_listed(organisation: Organisation, uids: Iterable[str]) -> None:
    """Erase the people with these uids, whom another computer has erased; remember those not known yet.

    What was sent to web hosts and servers is made and sent again. In another organisation than their own they
    have the uid that `copies.restore` gives them there, and those who were merged are another person.
    """
    listed = sorted(set(map(UUID, uids)))
    # By their keys, before the first is written, as everywhere: another order could deadlock.
    lock_seasons(organisation)
    list(tournaments_with_people(map(str, listed)).select_for_update().order_by("pk").values_list("pk"))
    for at in range(0, len(listed), BATCH_SIZE):
        given = {uid: uuid5(organisation.uid, str(uid)) for uid in listed[at : at + BATCH_SIZE]}
        here = {one.uid: one for one in organisation.players.filter(uid__in=[*given, *given.values()])}
        became = MergedPlayer.objects.filter(uid__in=given, player__organisation=organisation)
        merged = {one.uid: one.player for one in became.select_related("player")}
        others = Player.objects.filter(uid__in=given).exclude(organisation=organisation)
        elsewhere = set(others.values_list("uid", flat=True))
        for uid, derived in given.items():
            people = [one for one in (here.get(uid), here.get(derived), merged.get(uid)) if one]
            if not people:
                erase(organisation.players.create(uid=derived if uid in elsewhere else uid))
            for player in people:
                if player.erased_at is None:
                    erase_and_send_again(player, signups_without_doubt(player))


def erase_restored(tournament: Tournament, names: Mapping[str, str]) -> None:
    """Erase again in a tournament that was restored; `names` are those in its copy, by uid."""
    gone = Player.objects.filter(memberships__entry__tournament=tournament).exclude(erased_at=None)
    people = {player.pk: {names[str(player.uid)]} for player in gone.distinct()}
    for player, name in _names_in_entries(
        Member.objects.filter(entry__tournament=tournament, player__in=people)
    ):
        people[player].add(name)
    if people:
        with locked(tournament) as current:
            erase_in(current, people)
