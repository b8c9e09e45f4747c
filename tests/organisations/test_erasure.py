"""Erasing a person removes name, contacts and answers, keeps results under a number, and cannot be undone."""

import json
from datetime import UTC, date, datetime

import pytest
import time_machine
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from tests import all_addresses, factories, page_reader
from tests.factories import signed_in
from tests.organisations.leagues import evenings as league_evenings
from tournaments import registration
from tournaments.common import audit_log, jobs
from tournaments.delivery.destinations import queue
from tournaments.delivery.mail import addresses
from tournaments.delivery.mail import queue as cards
from tournaments.models import (
    Act,
    Destination,
    Entry,
    Job,
    Letter,
    Line,
    MailAddress,
    MailServer,
    OrganisationAct,
    Player,
    SentFile,
    Signup,
    Tournament,
)
from tournaments.organisations import clubs, erasure, leagues, person_changes, seasons
from tournaments.publishing import cash_box, prizes, publications
from tournaments.publishing.outputs import folder
from tournaments.registration import (
    categories,
    fees,
    payments,
    questions,
    signup_list,
    signup_list_comparison,
    signup_tokens,
)
from tournaments.rounds import stages
from tournaments.rounds.scores.desk import void_result
from tournaments.standings import standings
from tournaments.transfer import copies
from tournaments.transfer.copies import erased_list
from tournaments.transfer.erasure import erase as erase_everywhere

pytestmark = pytest.mark.django_db
LATER = datetime(2026, 12, 24, 12, tzinfo=UTC)  # the tournaments of the factories are of 2026-11-21
NAME = "Wenceslas Tournebroche"


@pytest.fixture(autouse=True)
def later():
    with time_machine.travel(LATER, tick=False):
        yield


@pytest.fixture
def lise():
    return factories.director()


@pytest.fixture
def tournament(lise):
    made = factories.tournament(8, by=lise)
    entry = made.entries.get(number=3)
    registration.edit_entry(
        entry, NAME, club="Sorel", member_number="F-121", note="514-555-0199", answers={"1": "végétarien"}
    )
    addresses.save_address(entry, "wt@example.org")
    for number in (1, 2, 3):
        factories.play_round(made, number)
    publications.publish(made, official=True, by=lise)
    return made


def person(name: str = NAME) -> Player:
    return Player.objects.get(name=name)


def standing_rows(tournament) -> list:
    return [(row.rank, row.number, row.points, row.won) for row in standings(tournament).rows]


def test_erasure_keeps_results_and_replaces_name_by_number(tournament, lise):
    before, lines = standing_rows(tournament), list(Line.objects.values())
    who = person()
    erasure.erase(who, by=lise)
    who.refresh_from_db()
    entry = tournament.entries.get(number=3)
    assert entry.name == who.name == erasure.erasure.replacement_name(who) != NAME
    assert (entry.club, entry.member_number, entry.note, entry.answers) == ("", "", "", {})
    assert (who.club, who.member_number, who.erased_at) == ("", "", LATER)
    assert not MailAddress.objects.exists()
    assert (standing_rows(tournament), list(Line.objects.values())) == (before, lines)
    (row,) = [row for row in publications.official_publication(tournament).rows if row["number"] == 3]
    assert (row["name"], row["club"]) == (who.name, "")
    assert not publications.differs(
        publications.official_publication(tournament)
    ) and publications.is_current(publications.official_publication(tournament))
    act = OrganisationAct.objects.get(kind=erasure.ERASURE)
    assert (act.by, act.args) == (lise, {"person": str(who.uid), "name": who.name, "tournaments": 1})


def test_replacement_number_is_published_unshortened(tournament, lise):
    erasure.erase(person(), by=lise)
    entry = tournament.entries.get(number=3)
    assert registration.public_names(tournament)[3] == entry.name


def test_erasure_page_lists_data_and_needs_the_checkbox(tournament, lise):
    browser, who = signed_in(lise), person()
    path = reverse("player_erase", args=[tournament.organisation.slug, who.uid])
    assert path in [
        one["href"]
        for one in page_reader.parse(
            browser.get(reverse("player", args=[tournament.organisation.slug, who.uid]))
        ).all("a")
    ]
    page = browser.get(path).content.decode()
    assert 'data-addresses="1"' in page and 'data-entry="3"' in page
    assert browser.post(path).status_code == 422 and person() == who
    assert browser.post(path, {"checked": "1"}).status_code == 302
    assert not Player.objects.filter(name=NAME).exists()
    for name in ("player", "player_data", "player_erase"):
        assert browser.get(reverse(name, args=[tournament.organisation.slug, who.uid])).status_code == 404


def test_erasure_is_limited_to_directors_of_the_organisation(tournament, lise):
    path = reverse("player_erase", args=[tournament.organisation.slug, person().uid])
    for stranger in (
        factories.director("odile"),
        factories.helper(tournament, "director", "of the day"),
        factories.helper(tournament.organisation, "registration", "at the door"),
    ):
        assert signed_in(stranger).post(path, {"checked": "1"}).status_code in (403, 404)
    assert person()


def test_player_in_running_tournament_is_not_erased(lise):
    tournament = factories.tournament(8, by=lise, about={"day": LATER.date()})
    factories.play_round(tournament, 1)
    entry = tournament.entries.get(number=2)
    who = entry.members.get().player
    browser = signed_in(lise)
    path = reverse("player_erase", args=[tournament.organisation.slug, who.uid])
    assert "data-against" in browser.get(path).content.decode()
    browser.post(path, {"checked": "1"})
    assert person(entry.name) == who
    registration.withdraw(entry, from_round=2, by=lise)
    browser.post(path, {"checked": "1"})
    assert not Player.objects.filter(name=entry.name).exists()


def test_erasure_keeps_partner_and_team_members(lise):
    tournament = factories.tournament(0, by=lise)
    pair = registration.add_team(
        tournament, "", [registration.NewMember(NAME), registration.NewMember("Zoé Côté")]
    )
    named = registration.add_team(
        tournament,
        f"Les amis de {NAME}",
        [registration.NewMember("Jean Roy"), registration.NewMember("Aline Roy")],
    )
    erasure.erase(person(), by=lise)
    pair.refresh_from_db()
    named.refresh_from_db()
    instead = Player.objects.exclude(erased_at=None).get().name
    assert (pair.team, pair.name) == ([instead, "Zoé Côté"], f"{instead} / Zoé Côté")
    assert NAME not in named.name and named.team == ["Jean Roy", "Aline Roy"]


def test_erased_people_are_left_out_of_the_next_tournament(lise):
    earlier = factories.tournament(0, by=lise)
    registration.add_entry(earlier, NAME, club="Sorel")
    pair = registration.add_entry(earlier, "Léa Roy", club="Sorel")
    registration.add_member(pair, "Jean Roy", by=lise)
    registration.add_entry(earlier, "Anne Roy", club="Sorel")
    Tournament.objects.update(date=date(2020, 1, 1))
    for name in (NAME, "Jean Roy"):
        erasure.erase(person(name), by=lise)
    following = factories.tournament(0, by=lise)
    registration.copy_people(following, Tournament.objects.get(pk=earlier.pk), by=lise)
    entered = following.entries.order_by("number")
    assert [(entry.name, entry.team) for entry in entered] == [("Léa Roy", []), ("Anne Roy", [])]
    assert [side.name for side in leagues.sides_of(earlier)] == ["Léa Roy", "Anne Roy"]
    assert Player.objects.filter(erased_at=None).count() == 2


def test_erasure_keeps_the_player_who_took_over_the_entry(lise):
    tournament = factories.tournament(8, by=lise)
    entry = tournament.entries.get(number=1)
    registration.edit_entry(entry, NAME, note="514-555-0199")
    factories.play_round(tournament, 1)
    registration.transfer_number(entry, "Zoé Côté", from_round=2, by=lise)
    erasure.erase(person(), by=lise)
    entry.refresh_from_db()
    assert entry.name == "Zoé Côté"
    ((before, _last),) = registration.earlier_players(tournament)[1]
    assert before == Player.objects.exclude(erased_at=None).get().name
    assert entry.members.order_by("from_round").first().came_as["note"] == ""
    act = tournament.acts.get(kind="substitute")
    audit_log.undo(act, by=lise)
    entry.refresh_from_db()
    assert entry.name == before and not entry.note


@pytest.mark.both_databases
def test_erasure_removes_names_from_typed_text_only(database, lise):
    tournament = factories.tournament(8, by=lise)
    registration.edit_entry(tournament.entries.get(number=1), NAME)
    factories.play_round(tournament, 1)
    hand = prizes.Hand(0, 2, 29, 1, 1, "29", "tournebroche, WENCESLAS")
    prizes.note_hand(tournament, hand, by=lise)
    act = tournament.acts.order_by("version").last()
    registration.edit_entry(tournament.entries.get(number=2), "Zoé Côté", note=f"près de {NAME}")
    erase_everywhere(person())
    after = Act.objects.get(pk=act.pk)
    assert (after.version, after.kind, after.at) == (act.version, act.kind, act.at)
    assert "ournebroche" not in json.dumps(after.args, ensure_ascii=False)
    assert tournament.entries.get(number=2).note == "près de […]"


def test_erasure_removes_names_from_settings(lise):
    choice = f"Table de {NAME}"
    tournament = factories.tournament(4, by=lise)
    registration.edit_entry(tournament.entries.get(number=1), NAME)
    questions.save_questions(tournament, [(None, f"Avec {NAME} ?", [choice, "Ailleurs"])], by=lise)
    registration.edit_entry(tournament.entries.get(number=2), "Zoé Côté", answers={"1": choice})
    chosen = fees.Fees(1500, {}, {"1": {choice: 500}}, f"Virement à {NAME}")
    fees.save_fees(tournament, chosen, by=lise)
    categories.save_categories(tournament, [(None, f"Amis de {NAME}", True)], by=lise)
    trophy = prizes.Prize(0, prizes.DOOR, 0, 0, f"Trophée {NAME}", 0)
    prizes.save_prizes(tournament, [trophy], one_each=False, by=lise)
    cash_box.save_lines(tournament, [cash_box.CashLine(f"Rendu à {NAME}", -1500)], by=lise)
    stages.change_description(tournament, {"house_name": NAME}, by=lise)
    house = registration.name_house(tournament, NAME)
    erasure.erase(person(), by=lise)
    tournament.refresh_from_db()
    house.refresh_from_db()
    assert NAME not in json.dumps(tournament.settings, ensure_ascii=False)
    assert NAME not in house.name
    assert cash_box.lines(tournament) == (cash_box.CashLine("Rendu à […]", -1500),)
    assert [one.id for one in categories.categories_of(tournament)] == [1]
    assert sorted(one.owed for one in payments.accounts(tournament).values()) == [1500, 1500, 1500, 2000]


def test_registration_page_shows_that_it_was_erased(lise, client):
    tournament = factories.tournament(0, by=lise)
    tokens = []
    for number, kept in enumerate((tournament.entries, None), start=1):
        token = f"token-{number}"
        entry = registration.add_entry(tournament, NAME) if kept else None
        Signup.objects.create(
            tournament_uid=tournament.uid,
            number=number,
            token_hash=signup_tokens.token_hash(token),
            names=[NAME],
            contact="wt@example.org",
            language="fr-ca",
            entry_uid=entry and entry.uid,
        )
        tokens.append(token)
    found = erasure.erasure_effects(person())
    assert [one.number for one in found.waiting] == [2]
    erasure.erase(person(), waiting=[one.pk for one in found.waiting], by=lise)
    assert list(Signup.objects.values_list("names", "contact")) == [([], "")] * 2
    for token in tokens:
        page = client.get(reverse("my_signup", args=[token]))
        assert page_reader.parse(page).one("section")["data-state"] == "erased"
        assert client.post(reverse("my_signup", args=[token]), {"do": "again"}).status_code == 200
    assert Signup.objects.count() == 2
    assert signed_in(lise).get(reverse("online_registration", args=[tournament.slug])).status_code == 200


def test_erasure_page_lists_result_notes_that_stay(lise):
    tournament = factories.tournament(8, by=lise)
    registration.edit_entry(tournament.entries.get(number=1), NAME)
    meeting = factories.open_round(tournament).meetings.first()
    factories.enter(meeting, [121, 88])
    void_result(meeting, game=1, nonce="v" * 20, seen=9, user=lise, note=f"{NAME} s’est trompé")
    (line,) = erasure.erasure_effects(person()).lines
    path = reverse("player_erase", args=[tournament.organisation.slug, person().uid])
    assert f'data-line="{line.number}"' in signed_in(lise).get(path).content.decode()


def test_server_applies_erasure_from_unchanged_laptop_copy(tournament, lise):
    key, _text = copies.issue(tournament.organisation, "Portable", by=lise)
    packed = copies.pack(tournament) | {"erased": [str(person().uid)]}
    assert copies.receive(key, copies.seal_copy(packed)) == copies.KNOWN
    assert not is_in_database(tournament)


def restore_copy(file: bytes, by):
    return copies.restore(copies.open_copy(file), by=by)


def server(tournament, **fields) -> Destination:
    given = {"name": "Serveur", "kind": Destination.Kind.CHEVILLE, "host": "cribbage.example", "sealed": "x"}
    return Destination.objects.create(organisation=tournament.organisation, **(given | fields))


def transfers() -> set[tuple[int, str]]:
    """Return the transfers that wait, as tournament and key of the server."""
    waiting = Job.objects.filter(kind=jobs.SEND, state=Job.State.WAITING)
    return set(waiting.values_list("tournament", "key"))


def send_to(known: Destination, tournament: Tournament) -> None:
    job = queue.queue_transfer(tournament, known)
    Job.objects.filter(pk=job.pk).update(state=Job.State.DONE, attempt=1)


def test_erasure_is_sent_to_servers_that_have_the_tournament(tournament, lise):
    other = factories.tournament(0, by=lise)
    registration.add_entry(other, NAME, member_number="F-121")
    absent = factories.tournament(4, by=lise)
    wide, own, new = server(tournament), server(tournament, tournament_uid=tournament.uid), server(tournament)
    for known in (wide, own):
        send_to(known, tournament)
    send_to(wide, absent)
    live = restore_copy(
        copies.seal_copy(copies.pack(tournament)), lise
    )  # it was its archived life that was sent
    path = reverse("player_erase", args=[live.organisation.slug, person().uid])
    named = page_reader.parse(signed_in(lise).get(path)).all("[data-server]")
    assert {one["data-server"] for one in named} == {str(one.uid) for one in (wide, own)}
    for who in Player.objects.filter(name=NAME):
        erasure.erase(who, by=lise)
    assert transfers() == {(live.pk, wide.key), (live.pk, own.key)}
    assert not Job.objects.filter(key=new.key).exists()


def test_erasure_starts_no_transfer_that_was_stopped(tournament, lise):
    jobs.cancel(queue.queue_transfer(tournament, server(tournament)))
    erasure.erase(person(), by=lise)
    assert transfers() == set()


def test_erasure_publishes_only_where_the_files_are(tournament, lise):
    host = server(tournament, kind=Destination.Kind.SFTP)
    server(tournament), server(tournament, kind=Destination.Kind.SFTP)  # added since
    note_sent(tournament, host)
    erasure.erase(person(), by=lise)
    assert Job.objects.get(kind=jobs.PUBLISH).args["to"] == [host.pk]
    assert transfers() == set()


def note_sent(tournament, host: Destination) -> None:
    SentFile.objects.create(destination=host, tournament_uid=tournament.uid, path="index.html", sha256="x")


def test_erasure_keeps_deliveries_that_wait(tournament, lise):
    known = server(tournament)
    MailServer.objects.create(organisation=tournament.organisation, host="mail.example")
    addresses.save_address(tournament.entries.get(number=5), "five@example.org")
    cards.queue_cards(tournament)
    cards.queue_test(tournament)
    queue.queue_test(tournament, known)
    sent = queue.queue_transfer(tournament, known)
    erasure.erase(person(), by=lise)
    waiting = tournament.jobs.filter(state=Job.State.WAITING, cancel=False).exclude(kind=jobs.COPY)
    assert set(waiting.values_list("kind", flat=True)) == {
        jobs.MAIL,
        jobs.TRY_MAIL,
        jobs.TRY_DESTINATION,
        jobs.SEND,
    }
    assert waiting.get(kind=jobs.SEND) == sent
    assert list(Letter.objects.values_list("address", flat=True)) == ["five@example.org"]


def test_erasure_during_a_transfer_sends_it_again(tournament, lise):
    known = server(tournament)
    sent = jobs.claim(queue.queue_transfer(tournament, known).pk)
    erase_everywhere(person())
    jobs.mark_done(sent)
    assert transfers() == {(tournament.pk, known.key)}


def test_erasure_makes_a_publication_anew_that_has_not_arrived(tournament, lise):
    first, second, _added = (server(tournament, kind=Destination.Kind.SFTP) for _host in range(3))
    made = folder.request(tournament, by=lise, to=[first.pk])
    Job.objects.filter(pk=made.pk).update(state=Job.State.DONE, result="x-1-made.zip")
    folder.send(tournament, made, [first.pk])
    folder.request(tournament, by=lise, to=[second.pk])
    erasure.erase(person(), by=lise)
    (job,) = tournament.jobs.filter(kind__in=(jobs.PUBLISH, jobs.SEND))
    assert (job.state, job.kind) == (Job.State.WAITING, jobs.PUBLISH)
    assert job.args == {"by": lise.pk, "to": [first.pk, second.pk]}


@pytest.mark.both_databases
def test_erasure_publishes_other_evenings_of_the_seasons_again(database, lise):
    played, absent, of_league, alone = (factories.tournament(4, by=lise) for _evening in range(4))
    registration.edit_entry(played.entries.get(number=3), NAME)
    host = server(played, kind=Destination.Kind.SFTP)
    for evening in (absent, of_league, alone):
        note_sent(evening, host)
    season = seasons.make(played.organisation, {"name": "Saison"})
    league = league_evenings.league(
        [leagues.Side(NAME, players=(person(),)), *league_evenings.persons(3)], of=played.organisation
    )
    for known, evening in ((season, played), (season, absent), (league.season, of_league)):
        seasons.add(known, evening)
    who = person()
    assert set(erasure.erasure_effects(who).sent) == {absent, of_league}
    erasure.erase(who, by=lise)
    queued = Job.objects.filter(kind=jobs.PUBLISH).values_list("tournament", flat=True)
    assert set(queued) == {absent.pk, of_league.pk}


def test_copy_preview_names_players_it_erases(tournament, lise):
    copy = copies.open_copy(copies.seal_copy(copies.pack(tournament)))
    copy.rows["erased"].append(str(person().uid))
    sent = SimpleUploadedFile("day.cheville", copies.seal_copy(copy.rows))
    shown = page_reader.parse(signed_in(lise).post("/restore/", {"file": sent}))
    warned = shown.one("[data-erased]")
    assert warned["data-erased"] == "1"
    assert NAME in warned.words


def is_in_database(tournament, text: str = "ournebroche") -> bool:
    return text in json.dumps(copies.pack(tournament), ensure_ascii=False)


def test_restored_older_copy_is_erased_again(tournament, lise):
    file = copies.seal_copy(copies.pack(tournament))
    assert "ournebroche" in json.dumps(copies.open_copy(file).rows, ensure_ascii=False)
    erasure.erase(person(), by=lise)
    assert not is_in_database(restore_copy(file, lise))
    assert not Player.objects.filter(name=NAME).exists()


def test_restored_older_copy_loses_the_former_name(tournament, lise):
    """In tournaments that have begun, a person who was corrected since still has the former name."""
    prizes.note_hand(tournament, prizes.Hand(0, 2, 29, 1, 1, "29", NAME), by=lise)
    details = {"club": "Sorel", "region": "", "member_number": "F-121", "category": ""}
    person_changes.correct(person(), name="Zoé Quinquet", family="", since=None, by=lise, **details)
    file = copies.seal_copy(copies.pack(tournament))
    erasure.erase(person("Zoé Quinquet"), by=lise)
    assert not is_in_database(tournament) and not is_in_database(tournament, "Quinquet")
    again = restore_copy(file, lise)
    assert not is_in_database(again) and not is_in_database(again, "Quinquet")


def test_copy_carries_erasures_to_another_computer(tournament, lise):
    before = copies.seal_copy(copies.pack(tournament))
    erasure.erase(person(), by=lise)
    after = copies.seal_copy(copies.pack(tournament))
    empty_database()
    other = factories.director("odile")
    here = restore_copy(before, other)
    assert is_in_database(here)
    here = restore_copy(after, other)
    assert not is_in_database(here)
    assert not is_in_database(restore_copy(before, other))
    assert not Player.objects.filter(name=NAME).exists()


def empty_database() -> None:
    """Empty the database except for its tables, as on another computer."""
    from django.core.management import call_command

    call_command("flush", verbosity=0, interactive=False)


def test_restored_database_is_erased_again_from_the_list(
    tournament, lise, django_capture_on_commit_callbacks
):
    who = person()
    with django_capture_on_commit_callbacks(execute=True):
        erasure.erase(who, by=lise)
    Player.objects.filter(pk=who.pk).update(name=NAME, erased_at=None)  # as in an older database
    Entry.objects.filter(members__player=who).update(name=NAME)
    erased_list.erase_again()
    assert not is_in_database(tournament)


def test_erasure_from_a_copy_applies_to_restored_database(
    tournament, lise, settings, tmp_path, django_capture_on_commit_callbacks
):
    who = person()
    packed = copies.pack(tournament) | {"erased": [str(who.uid)]}
    settings.DATA_DIR = str(tmp_path)  # as on another computer
    with django_capture_on_commit_callbacks(execute=True):
        restore_copy(copies.seal_copy(packed), lise)
    assert erased_list.listed_people(tournament.organisation) == {str(who.uid)}
    Player.objects.filter(pk=who.pk).update(name=NAME, erased_at=None)  # as in an older database
    Entry.objects.filter(members__player=who).update(name=NAME)
    erased_list.erase_again()
    assert not Player.objects.filter(name=NAME).exists() and not is_in_database(tournament)


def test_erasure_drops_a_pending_people_import(lise, tournament):
    browser, slug = signed_in(lise), tournament.organisation.slug
    file = SimpleUploadedFile("membres.csv", f"Nom;Club\r\n{NAME};Tracy\r\nZoé Roy;Tracy\r\n".encode())
    given = {"file": file, "on": "2026-12-01"}
    shown = browser.post(reverse("players_import", args=[slug]), given, follow=True)
    assert NAME in shown.content.decode()
    erasure.erase(person(), by=lise)
    assert browser.get(reverse("players_preview", args=[slug])).status_code == 302


@pytest.mark.parametrize(
    "content", [b"", b"[]", b"{", b'{"x": ["y", 1]}', b'{"x": 1}', b"\xff", b"[" * 99_999]
)
def test_invalid_erasure_list_erases_no_player(tournament, content):
    (copies.own_folder() / erased_list.FILE_NAME).write_bytes(content)
    erased_list.erase_again()
    assert person()


def test_undoing_club_change_does_not_restore_erased_club(tournament, lise):
    club = next(one for one in tournament.organisation.clubs.all() if one.name == "Sorel")
    act = clubs.change(club, name="Sorel-Tracy", short_name="", city="", by=lise)
    erasure.erase(person(), by=lise)
    clubs.undo(act, by=lise)
    assert tournament.entries.get(number=3).club == ""


def test_name_typed_over_erased_entry_is_a_new_player(tournament, lise):
    erasure.erase(person(), by=lise)
    entry = tournament.entries.get(number=3)
    registration.edit_entry(entry, entry.name, note="au fond")
    assert entry.members.get().player.erased_at
    registration.edit_entry(entry, "Zoé Côté")
    assert Player.objects.get(name="Zoé Côté").erased_at is None


def queries(rows: int) -> int:
    boss = factories.director(f"of {rows}")
    for _at in range(rows):
        registration.add_entry(factories.tournament(0, by=boss), NAME)
    who = Player.objects.get(name=NAME, organisation=boss.roles.get().organisation)
    browser = signed_in(boss)
    with all_addresses.queries_counted() as asked:
        assert browser.get(reverse("player_erase", args=[who.organisation.slug, who.uid])).status_code == 200
    return len(asked)


def test_three_tournaments_take_as_many_queries_as_one():
    assert queries(1) == queries(3)


def test_older_registration_list_omits_erased_players(tournament, lise):
    listed = signup_list.read(signup_list.write(tournament))
    erasure.erase(person(), by=lise)
    found = signup_list_comparison.compare(Tournament.objects.get(pk=tournament.pk), listed)
    assert found.is_empty
