"""Every page needs as many queries for three rows as for one, whatever it lists."""

from collections.abc import Iterator
from dataclasses import replace
from uuid import UUID, uuid4

import pytest
from django.core.cache import cache
from django.db import transaction
from django.test import Client
from django.urls import reverse

from tests import all_addresses, factories, optional_packages, samples
from tests.organisations.leagues import evenings as league_evenings
from tests.web.tablets.device_clients import Newcomer, Phone, Tablet
from tournaments import devices, formats, registration
from tournaments.accounts import helpers
from tournaments.common import jobs
from tournaments.finals import playoffs
from tournaments.models import (
    Destination,
    League,
    Letter,
    MailAddress,
    Message,
    Organisation,
    Player,
    Season,
    Tournament,
    User,
)
from tournaments.organisations import events, leagues, own_formats, seasons
from tournaments.publishing import cash_box, prizes, publications
from tournaments.publishing.papers import printing
from tournaments.registration import categories, payments, questions, signups
from tournaments.registration.signup_settings import SignupSettings, save_settings
from tournaments.rounds import scores, stages
from tournaments.rounds.scores import PenaltyEffect
from tournaments.transfer import copies

pytestmark = pytest.mark.django_db


def make_other_data(rows: int, lise: User) -> None:
    """Make data of no tournament: organisations, other tournaments, sessions, known people."""
    for at in range(rows):
        club = Organisation.objects.create(name=f"FADOQ L'Écuyer {at}")
        factories.helper(club, "director", f"odile {at}")
        factories.tournament(2, by=lise)
        Client().force_login(lise)
        for one in Organisation.objects.all():
            copies.issue(one, f"Portable {at}", by=lise)
        Player.objects.create(organisation=club, name=f"Réal {at}", sort_name=f"Réal {at}", kept=True)


def add_formats(rows: int, tournament: Tournament, lise: User) -> None:
    """Add formats of the organisation, each with as many versions, half of which are removed again."""
    for at in range(2 * rows):
        draft = replace(own_formats.shipped("fadoq-15"), name=f"Mardi {at}")
        one = own_formats.save_format(draft, tournament.organisation, by=lise)
        for turn in range(rows):
            one = own_formats.change(one, replace(draft, note=f"O'Brien {turn}", uid=one.uid), by=lise)
        if at >= rows:
            own_formats.remove(one, by=lise)


def prepared_tournament(rows: int, lise: User) -> Tournament:
    """Make a tournament with nothing seated; with questions, helpers, codes of tables and of players."""
    tournament = factories.tournament(2 * rows, by=lise)
    questions.save_questions(
        tournament,
        [(None, f"Repas {at}", ["oui", "non"]) for at in range(min(rows, questions.MAX_QUESTIONS))],
        by=lise,
    )
    for at in range(rows):
        invited = helpers.invite(tournament, "desk", lasts="today", uses=1, by=lise)
        Client().force_login(helpers.accept(invited.token, "", user=None, name=f"Aline {at}")[0])
        helpers.invite(tournament, "judge", lasts="today", uses=1, by=lise)
    for at in range(rows):
        to = Destination.objects.create(organisation=tournament.organisation, name=f"Clé {at}", kind="folder")
        jobs.enqueue(tournament, jobs.SEND, {"to": to.pk}, key=to.key)
        Letter.objects.create(tournament=tournament, address=f"obrien{at}@example.org", version=at)
        MailAddress.objects.create(
            tournament_uid=tournament.uid, entry_uid=uuid4(), address="lise@example.org"
        )
        message = Message.objects.create(
            tournament=tournament, audience="everyone", subject="Repas", text="Midi", by=lise
        )
        for number in range(rows):
            Letter.objects.create(tournament=tournament, message=message, recipient=f"{number}", version=1)
        jobs.enqueue(tournament, jobs.MESSAGE, {"message": message.pk}, key=f"{jobs.MESSAGE} {message.pk}")
    save_settings(tournament, SignupSettings(on=True, capacity=1), by=lise)
    for at in range(rows):
        typed = signups.SignupInput((f"Zoé Roy {at}",))
        signups.sign_up(tournament, typed, nonce=str(at), language="fr-ca")
    devices.invite_players(tournament)
    devices.invite_tables(tournament)
    categories.save_categories(
        tournament, [(None, f"Catégorie d'été {at}", True) for at in range(rows)], by=lise
    )
    for entry in tournament.entries.all():
        registration.edit_entry(entry, entry.name, categories=[1], fee_cents=1500)
        payments.record(entry, None, "cash", by=None)
    given = [prizes.Prize(0, prizes.RANK, 1, at + 1, "Ruban", 500) for at in range(rows)]
    prizes.save_prizes(tournament, given, one_each=True, by=lise)
    for at in range(rows):
        prizes.note_hand(tournament, prizes.Hand(0, 1, 20 + at, 1, 1, "", "Zoé L'Écuyer"), by=lise)
        cash_box.save_lines(
            tournament, [cash_box.CashLine(f"Café {turn}", -100) for turn in range(at + 1)], by=lise
        )
    return tournament


def running_tournament(rows: int, lise: User) -> Tournament:
    """Close `rows` games; in the next, every table has two tablets, a call and two results."""
    tournament = prepared_tournament(rows, lise)
    for number in range(1, rows + 1):
        factories.play_round(tournament, number)
    meeting = stages.qualifying(tournament).rounds.get(number=1).meetings.first()
    for at in range(rows):
        number = scores.sides_of(meeting)[0][0]
        scores.penalise(
            meeting,
            game=1,
            number=number,
            takes=PenaltyEffect("points", at + 1),
            why={"words": f"Carte {at}"},
            nonce=f"penalty-{at:020}",
            user=lise,
        )
    round_ = factories.open_round(tournament, rows + 1)
    for table in range(1, rows + 1):
        tablet, _second = Tablet(tournament, table), Newcomer(tournament, table)
        tablet.calls()
        Phone(tournament, factories.entry(tournament, table))
        meeting = factories.meeting_at(round_, table)
        factories.enter(meeting, [121, 88])
        factories.enter(meeting, [88, 121], basis=0, nonce=f"another desk {table}")
        printing.request(tournament, "slips", {"round": 1, "which": str(table), "base": "", "language": "en"})
    return tournament


def finished_tournament(rows: int, lise: User) -> Tournament:
    """Close all games, and make the standings official `rows` times."""
    tournament = factories.tournament(2 * rows, by=lise, rounds=rows)
    devices.invite_tables(tournament)
    for number in range(1, rows + 1):
        factories.play_round(tournament, number)
    for _time in range(rows):
        publications.publish(tournament, official=True, by=lise)
    return tournament


def playoffs_tournament(rows: int, lise: User) -> Tournament:
    """Begin playoffs with `rows` matches at the tables."""
    everybody = formats.playoffs("everybody", games=1)
    tournament = factories.tournament(2 * rows, by=lise, rounds=1, playoffs=everybody)
    devices.invite_tables(tournament)
    factories.play_round(tournament, 1)
    playoffs.start_playoffs(tournament, seed=1, by=lise)
    return tournament


STATES = (running_tournament, finished_tournament, playoffs_tournament)
POST_ONLY_ADDRESSES = """
    set_language logout example begin_training account_end account_end_others helpers_invite
    helpers_invite_organisation helpers_revoke helpers_revoke_organisation helpers_role
    helpers_role_organisation helpers_session helpers_session_organisation organisation_rename
    notice_away feasibility house_player questions_ask registration_undo entry_row strike entry_seat
    entry_pay payment_take_back fees_set
    online_registration_set online_registration_act signup_addresses
    messages_send messages_unsubscribe messages_stop
    entry_join entry_member entry_substitute entry_take_over entry_make_up protests_file protests_rule
    playoffs_begin playoffs_undo hide remove remove_published
    check_in_everybody check_in_absent check_in_tick rounds_leave_out rounds_today rounds_undo
    round_open round_close round_end
    round_repeat desk_sheet desk_offline_codes desk_rule desk_write penalties_write penalties_take_back
    tablets_layout tablets_renew tablets_sheet tablets_call tablets_take tablets_phones tablets_both
    tablets_undo device_act table_layout_save medals_create medals_seat medals_withdraw medals_undo
    medals_forfeit medals_tick medals_tick_all medals_official medals_reopen remote_do paper_ask paper_cancel
    paper_retry seats_file_use seats_file_away
    cards_write cards_rule cards_foot
    restore_confirm api_join api_here api_submit api_call api_let_in api_people api_pair
    api_door api_arrive kiosk_invite publish_make
    publish_names publish_columns publish_cancel publish_retry prizes_hand prizes_draw prizes_take_back
    partners_draw partners_enter
    qualification_rule qualification_decide
    prizes_categories prizes_clubs prizes_keep ceremony_make publish_each_game publish_to_try publish_to_send
    publish_to_stop publish_to_remove mail_server mail_try mail_send mail_region mail_stop_sending
    mail_forget visitors_renew upload_key_end dry_run_ask season_add season_delete season_take_out
    event_add event_take_out event_delete event_publish_make
    club_merge clubs_undo players_undo season_same_team league_take_back league_leave league_end league_bring
    format_feasibility format_bring format_remove format_back
"""
SKIPPED_ADDRESSES = {
    "roster_preview": "of the list that was brought along just before",
    "event_screen": "leads to the screen of one tournament",
    "event_publish_files": "a file",
    "event_summary_file": "a file: counted in tests/registration/test_event_door.py",
    "seats_screen": "leads to the screen of the round that is played",
    "training": "of the training exercise alone",
    **dict.fromkeys(
        (
            "standings_pdf",
            "qualification_workbook",
            "messages_csv",
            "card_pdf",
            "seats_file_csv",
            "paper",
            "paper_page_1",
            "paper_preview",
            "publish_download",
            "publish_export",
            "publish_report",
            "publish_press_text",
            "signup_list_file",
            "dry_run_paper",
            "tournament_dry_run_paper",
            "season_file",
            "player_data",
            "players_workbook",
            "players_csv",
            "season_workbook",
            "season_calendar",
            "season_paper",
            "league_paper",
        ),
        "a file",
    ),
    "season_copy": "a file with a copy of each evening",
    "players_preview": "of the list that was brought along just before",
    "league_new": "leads to the league where there is one",
    **dict.fromkeys(("dry_run", "tournament_dry_run_result"), "of one rehearsal"),
    **dict.fromkeys(
        ("cards", "cards_check"), "of a day of two cards: counted in tests/web/desk/test_two_cards.py"
    ),
    "data_openapi": "the description of the API",
    "join": "of one invitation",
    "mail_stop": "of one address",
    "my_signup": "of one registration",
    "event_signup": "of one event: counted in tests/web/signups/test_events.py",
    **dict.fromkeys(
        ("event_door", "event_summary"), "of one event: counted in tests/registration/test_event_door.py"
    ),
    "receipts": "a file: counted in tests/registration/test_payments.py",
    "club_sheet": "of one club: counted in tests/web/club_sheets/test_sheet.py",
    **dict.fromkeys(("club_sheet_list", "club_sheet_empty"), "a file"),
    "signup_list": "for laptops with its address",
    "signup_preview": "of a list fetched just before: counted in tests/web/signups/test_transfer.py",
    "help_picture": "a file",
    "take_over": "for laptops with a key",
    **dict.fromkeys(("by_link", "by_link_to", "by_link_signup"), "leads to the public pages"),
    **dict.fromkeys(("publish_to_edit", "publish_to_tried"), "of one destination"),
    **dict.fromkeys(("table_script", "table_style", "own_format_file"), "a file"),
    **dict.fromkeys(("identity_logo", "identity_style"), "a file"),
    **dict.fromkeys(
        optional_packages.pages_of("https", "https", "https_certificate", "restore_https"),
        "of the certificate",
    ),
    **dict.fromkeys(optional_packages.pages_of("https", "table_manifest", "table_worker"), "a file"),
    **dict.fromkeys(
        [
            "laptop",
            "laptop_password",
            "laptop_stop",
        ],
        "for whoever sits at the laptop",
    ),
}
"""Addresses that show a director no page, with the reasons."""
UNVISITED_ADDRESSES = {*POST_ONLY_ADDRESSES.split(), *SKIPPED_ADDRESSES}


def add_league(rows: int, season: Season, by: User) -> League:
    """Add a league of two more sides than `rows`, with as many evenings, awards and postponed games."""
    league = league_evenings.league(
        league_evenings.persons(rows + 2), of=season.organisation, season=season, double=True
    )
    for number in range(1, rows + 1):
        league_evenings.evening(league, number, by=by)
    for fixture in league.fixtures.order_by("-round", "-pk")[: 2 * rows : 2]:
        leagues.postpone(fixture, reason="Tempête", by=by)
        leagues.award(fixture, "home", reason="Absence", by=by)
    return league


def add_events(rows: int, tournament: Tournament, by: User) -> None:
    """Add `rows` events, the newest of `rows` tournaments; as many others can be added to it."""
    named = {"max_choices": 1, "by": by}
    for at in range(rows - 1):
        events.make(tournament.organisation, name=f"Jeux {at}", tournaments=[], **named)
    others = list(events.free_tournaments(tournament.organisation).exclude(pk=tournament.pk)[: rows - 1])
    events.make(tournament.organisation, name="Jeux d'hiver", tournaments=[tournament, *others], **named)


def addresses_to_read(tournament: Tournament, fixture: UUID) -> Iterator[tuple[str, str]]:
    """Yield every address by its name, filled in with data of this tournament."""
    known = all_addresses.of_a_tournament(tournament)
    round_ = stages.qualifying(tournament).rounds.last()
    blanks = {
        "slug": tournament.slug,
        "organisation": tournament.organisation.slug,
        "meeting": round_.meetings.first().uid,
        "number": 1,
        "table": 1,
        "chapter": "trouble",
        "season": tournament.organisation.seasons.get().uid,
        "event": tournament.organisation.events.all()[0].uid,
        "club": tournament.organisation.clubs.all()[0].uid,
        "player": tournament.entries.get(number=1).members.first().player.uid,
        "other": tournament.entries.get(number=2).members.first().player.uid,
        "fixture": fixture,
        **{name: known[name][0] for name in ("uid", "secret", "version") if known[name]},
    }
    of_formats = {"uid": own_formats.offered_formats([tournament.organisation])[0].uid, "key": "fadoq-15"}
    for pattern in all_addresses.patterns():
        names = all_addresses.parameters(pattern)
        own = blanks | (of_formats if "format" in str(pattern.name) else {})
        if pattern.name not in UNVISITED_ADDRESSES and all(name in own for name in names):
            yield pattern.name, reverse(pattern.name, kwargs={name: own[name] for name in names})


def addresses_in_state(at: int, named: list[tuple[str, str]], seen: set[str]) -> list[tuple[str, str]]:
    """Return the addresses to read in a state: in later states those of a tournament, by turns if `seen`."""
    if not at:
        return named
    of_a_day = [one for one in named if one[1].startswith(("/t/", "/me/", "/table/"))]
    again = samples.turn([one for one in of_a_day if one[0] in seen], at - 1)
    return [*(one for one in of_a_day if one[0] not in seen), *again]


def query_counts(rows: int, at: int, seen: set[str]) -> dict[tuple[str, int], int]:
    """Return the number of queries of each page with empty caches, by the page's name and its depth."""
    with transaction.atomic():
        lise = User.objects.create_superuser("lise", password="crible-121")
        make_other_data(rows, lise)
        tournament = STATES[at](rows, lise)
        winter = seasons.make(tournament.organisation, {"name": "Saison d'hiver"})
        for evening in [tournament, *seasons.addable_tournaments(winter)[:rows]]:
            seasons.add(winter, evening)
        add_events(rows, tournament, lise)
        league = add_league(rows, winter, lise)
        add_formats(rows, tournament, lise)
        browser = Client()
        browser.force_login(lise)
        found = {}
        fixture = league.fixtures.all()[0].uid
        for name, path in addresses_in_state(at, list(addresses_to_read(tournament, fixture)), seen):
            cache.clear()
            with all_addresses.queries_counted() as asked:
                answer = browser.get(path)
            if answer.status_code == 200:
                found[name, path.count("/")] = len(asked)
        transaction.set_rollback(True)
    cache.clear()
    return found


def test_pages_take_as_many_queries_for_three_rows_as_for_one():
    seen: set[str] = set()
    for at in range(len(STATES)):
        one, three = query_counts(1, at, seen), query_counts(3, at, seen)
        assert {page: (one[page], three.get(page)) for page in one if one[page] != three.get(page)} == {}
        seen |= {name for name, _depth in one}
    unseen = {pattern.name for pattern in all_addresses.patterns()} - seen
    assert unseen == UNVISITED_ADDRESSES, "name an address that shows no page here, with the reason"
