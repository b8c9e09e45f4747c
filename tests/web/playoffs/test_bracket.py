"""The pages of the playoffs: set-up, medals page, desk, and the bracket on phones and walls."""

import io
import json

import pytest
from django.utils import translation
from django.utils.translation import gettext
from pypdf import PdfReader

from tests import factories, page_reader
from tests.finals.test_playoffs import begun, by_code, make_tournament, numbers, play, win
from tests.page_reader import spoken
from tests.previewed import post_and_confirm
from tests.web.desk.desk_client import Desk
from tests.web.setup.posting import posted, refusals
from tournaments import formats, registration, rounds
from tournaments.finals import medals, playoffs
from tournaments.models import Entry, Meeting, Tournament
from tournaments.pairing import knock_out
from tournaments.publishing import bracket_layout, bracket_rows, export
from tournaments.publishing.outputs import folder
from tournaments.publishing.outputs.rows import publication_data
from tournaments.publishing.papers import bracket_paper
from tournaments.publishing.papers.paper_types import Paper
from tournaments.publishing.papers.registry import PAPER_TYPES
from tournaments.registration import distinct_names
from tournaments.rounds import stages
from tournaments.standings import playoffs as bracket
from tournaments.standings import standings
from tournaments.transfer import copies
from tournaments.web.setup.forms.form import SetupForm

pytestmark = pytest.mark.django_db


@pytest.fixture
def director(client):
    client.cookies["django_language"] = "en"

    def of(tournament):
        client.force_login(factories.organiser(tournament))
        return client

    return of


# The set-up


def post_set_up(client, tournament, **typed):
    return client.post(f"/t/{tournament.slug}/setup/", posted(SetupForm(tournament=tournament), **typed))


def test_playoffs_are_declared_at_the_set_up(director):
    tournament = factories.tournament(8)
    lise = director(tournament)
    answer = post_set_up(
        lise, tournament, playoffs_who="first", playoffs_count="6", playoffs_games="3", playoffs_third="on"
    )
    assert answer.status_code == 302
    declared = playoffs.declared_rules(tournament)
    assert declared == formats.playoffs("first", count=6, games=3, third_place=True)
    assert SetupForm(tournament=tournament).initial["playoffs_count"] == 6
    post_set_up(lise, tournament, playoffs_who="")
    assert playoffs.declared_rules(tournament) is None


def test_a_second_chance_is_declared_at_the_set_up(director):
    tournament = factories.tournament(8)
    lise = director(tournament)
    post_set_up(lise, tournament, playoffs_who="quarter", playoffs_consolation="losers")
    assert playoffs.declared_rules(tournament) == formats.playoffs("quarter", consolation="losers")
    typed = {"playoffs_third": "on", "playoffs_consolation": "rest"}
    post_set_up(lise, tournament, playoffs_who="quarter", playoffs_double="twice", **typed)
    assert playoffs.declared_rules(tournament) == formats.playoffs("quarter", double=True)
    initial = SetupForm(tournament=tournament).initial
    assert (initial["playoffs_double"], initial["playoffs_consolation"]) == ("twice", "")
    post_set_up(lise, tournament, playoffs_who="quarter", playoffs_double="once")
    assert playoffs.declared_rules(tournament) == formats.playoffs("quarter")


@pytest.mark.parametrize(
    ("typed", "field"),
    [
        ({"playoffs_who": "first", "playoffs_count": ""}, "playoffs_count"),
        ({"playoffs_who": "first", "playoffs_count": "129"}, "playoffs_count"),
        ({"playoffs_who": "losers"}, "playoffs_who"),
        ({"playoffs_who": "first", "playoffs_count": "2", "playoffs_double": "twice"}, "playoffs_count"),
        ({"playoffs_who": "first", "playoffs_count": "65", "playoffs_double": "twice"}, "playoffs_count"),
        ({"playoffs_who": "everybody", "playoffs_consolation": "rest"}, "playoffs_consolation"),
        ({"playoffs_who": "quarter", "playoffs_games": "4"}, "playoffs_games"),
        ({"playoffs_who": "quarter", "hidden_games": "1"}, "hidden_games"),
    ],
)
def test_impossible_playoffs_are_refused(director, typed, field):
    tournament = factories.tournament(8)
    answer = post_set_up(director(tournament), tournament, **typed)
    assert answer.status_code == 200
    assert list(refusals(answer)) == [field]


def test_begun_playoffs_cannot_be_changed(director):
    tournament = begun()
    post_set_up(director(tournament), tournament, playoffs_who="quarter")
    assert playoffs.declared_rules(tournament)["who"] == "first"
    with pytest.raises(Exception, match="matches_stand"):
        stages.change_rules(stages.qualifying(tournament), {"playoffs": None}, by=None)


# The medals page


def test_director_can_begin_and_undo_the_playoffs(director):
    tournament = make_tournament()
    lise = director(tournament)
    page = lise.get(f"/t/{tournament.slug}/medals/")
    assert [row.number for row in page.context["playoffs"]["named"]] == [
        row.number for row in playoffs.playoff_field(tournament).rows
    ]
    assert not medals.ties(tournament)
    post_and_confirm(lise, f"/t/{tournament.slug}/playoffs/begin/")
    page = lise.get(f"/t/{tournament.slug}/medals/")
    assert [match.id for match, _desk in page.context["playoffs"]["playing"]] == ["1.1", "1.2"]
    for _match, desk in page.context["playoffs"]["playing"]:
        assert lise.get(desk).status_code == 200
    post_and_confirm(
        lise, f"/t/{tournament.slug}/playoffs/undo/", {"act": page.context["playoffs"]["undo"].version}
    )
    assert playoffs.playoff_stage(tournament) is None


def test_absent_player_forfeits_the_match(director):
    tournament = begun()
    lise = director(tournament)
    meeting = by_code(tournament)["1.1"]
    stays, gone = numbers(meeting)
    address = f"/t/{tournament.slug}/medals/match/{meeting.uid}/forfeit/"
    lise.post(address, {"absent": gone, "nonce": "gone-home"})
    lise.post(address, {"absent": gone, "nonce": "gone-home"})
    play(tournament, "1.2")
    assert stays in numbers(by_code(tournament)["F"])
    assert lise.post(address, {"absent": "9999"}).status_code == 404
    of_the_day = Meeting.objects.filter(round__stage__order=1).first()
    address = f"/t/{tournament.slug}/medals/match/{of_the_day.uid}/forfeit/"
    assert lise.post(address, {"absent": gone}).status_code == 404


def test_desk_names_the_matches_of_a_bracket_that_are_over(director):
    """They were called medal matches for first place, whichever place they decide."""
    tournament = begun()
    lise = director(tournament)
    play(tournament, "1.1")
    over = by_code(tournament)["1.1"].round.number
    links = page_reader.parse(lise.get(f"/t/{tournament.slug}/desk/")).one(".desk-others").all("a")
    named = (("Game %(number)s", 1), ("Match %(number)s", over))
    expected = [spoken(gettext, words) % {"number": number} for words, number in named]
    assert [link.words for link in links] == expected


# Followed by everybody


def test_visitors_can_follow_the_bracket(client):
    tournament = make_tournament()
    assert client.get(f"/t/{tournament.slug}/bracket/").status_code == 200
    assert client.get(f"/t/{tournament.slug}/bracket/screen/").status_code == 200
    playoffs.start_playoffs(tournament, seed=3, by=None)
    one, _other = play(tournament, "1.1")
    name = tournament.entries.get(number=one).name
    page = client.get(f"/t/{tournament.slug}/bracket/?who={one}").content.decode()
    assert "data-path" in page
    assert page.count('data-match="1.1"') == 2, "on one's way, and in its round"
    assert registration.distinct_names([(one, name, "")])[one].split()[0].split("<")[0] in page
    assert "data-path" not in client.get(f"/t/{tournament.slug}/bracket/?who=999").content.decode()
    assert client.get(f"/t/{tournament.slug}/bracket/?who=abc").status_code == 200
    rows = f"/t/{tournament.slug}/bracket/screen/rows/"
    again = {"If-None-Match": client.get(rows)["ETag"]}
    assert client.get(rows, headers=again).status_code == 304


# The desk


def test_correction_that_would_overturn_a_match_is_refused():
    tournament = begun()
    one, other = play(tournament, "1.1")
    play(tournament, "1.2")
    final = by_code(tournament)["F"]
    win(final, one, games=1)
    meeting = by_code(tournament)["1.1"]
    desk = Desk(tournament)
    side = "AB"[numbers(meeting).index(other)]
    answer = desk.post(do="correct", meeting=str(meeting.uid), game=2, winner=side, loser="70")
    assert answer["code"] == "would_overturn"
    answer = desk.post(do="void", meeting=str(final.uid), game=1)
    assert answer["ok"]
    desk.look()
    answer = desk.post(do="correct", meeting=str(meeting.uid), game=2, winner=side, loser="70")
    assert answer["ok"]
    assert "F" not in by_code(tournament)


# Kept


def test_copy_keeps_the_playoffs():
    tournament = begun(third_place=True)
    play(tournament, "1.1")
    before, shown = (
        standings(tournament).rows,
        [view.won for view in bracket_rows.views(tournament, bracket.standing(tournament))],
    )
    again = copies.restore(copies.open_copy(copies.seal_copy(copies.pack(tournament))), by=None)
    assert isinstance(again, Tournament)
    assert standings(again).rows == before
    assert [view.won for view in bracket_rows.views(again, bracket.standing(again))] == shown
    play(again, "1.2")
    assert set(by_code(again)) == {"1.1", "1.2", "T", "F"}


@pytest.mark.parametrize(
    "order", [[1, 2, 3, 4], [1, 4, 3], [1, 0, 0, 2], [1, 4, 3, 3], [0] * 4, [5, 4, 3, 2]]
)
def test_a_copy_with_an_impossible_bracket_is_refused(order):
    tournament = begun()
    rows = json.loads(json.dumps(copies.pack(tournament)))
    text = json.dumps(rows).replace(json.dumps(stage_order(tournament)), json.dumps(order))
    content = copies.seal_copy(json.loads(text))
    if order == [1, 2, 3, 4]:
        assert copies.open_copy(content)
        return
    with pytest.raises(Exception, match="copy_part"):
        copies.open_copy(content)


def stage_order(tournament):
    return playoffs.playoff_stage(tournament).rules["bracket"]["order"]


def test_export_names_the_origin_of_each_side():
    tournament = begun(third_place=True)
    play(tournament, "1.1")
    play(tournament, "1.2")
    exported = json.loads(json.dumps(export.export_tournament(tournament, [])))
    tables = [table for round_ in exported["stages"][1]["rounds"] for table in round_["tables"]]
    assert {table["id"]: table["from"] for table in tables} == {
        "1.1": [{"seed": 1}, {"seed": 4}],
        "1.2": [{"seed": 3}, {"seed": 2}],
        "T": [{"loser_of": "1.1"}, {"loser_of": "1.2"}],
        "F": [{"winner_of": "1.1"}, {"winner_of": "1.2"}],
    }


# On paper, and on the Internet


def pages_of(tournament, **args):
    with translation.override("fr-ca"):
        content = PAPER_TYPES["bracket"].draw(
            Paper(tournament, {"base": "http://cheville.example", **args}, lambda done: None)
        )
    return PdfReader(io.BytesIO(content)).pages


def page_texts(tournament, **args):
    return [page.extract_text() for page in pages_of(tournament, **args)]


SMALL, LARGE = bracket_layout.SMALL_SHEET_SLOTS, bracket_layout.LARGE_SHEET_SLOTS


@pytest.mark.parametrize(
    ("entries", "slots", "pages"),
    [
        *((2, SMALL, 1), (5, SMALL, 1), (27, SMALL, 1), (33, SMALL, 1), (64, SMALL, 3), (128, SMALL, 5)),
        *((8, LARGE, 1), (16, LARGE, 1), (17, LARGE, 1), (32, LARGE, 3), (64, LARGE, 5)),
    ],
)
def test_every_match_has_its_own_place_on_a_sheet(entries, slots, pages):
    planned = knock_out.knock_out(knock_out.order(entries), third_place=True)
    sheets = bracket_layout.sheets(planned, slots)
    assert {id_ for sheet in sheets for id_ in sheet.boxes} == {one.id for one in planned.meetings}
    assert len(sheets) == pages
    for sheet in sheets:
        middles = list(sheet.boxes.values())
        assert len(set(middles)) == len(middles), "two boxes at one place"
        assert all(0 < middle < sheet.slots and column < sheet.columns for column, middle in middles)


@pytest.mark.parametrize(
    ("entries", "declared", "inside", "parts"),
    [
        (16, formats.playoffs("everybody"), 16, 1),
        (30, formats.playoffs("quarter"), 8, 1),
        (12, formats.playoffs("first", count=8, consolation="losers"), 8, 2),
        (20, formats.playoffs("first", count=8, consolation="rest"), 8, 2),
        (9, formats.playoffs("everybody", double=True), 9, 2),
        (1, formats.playoffs("everybody"), 2, 1),
    ],
)
def test_empty_bracket_can_be_drawn_before_the_playoffs(entries, declared, inside, parts):
    tournament = factories.tournament(entries, playoffs=declared)
    expected = bracket_paper.expected_bracket(tournament)
    assert (sorted(filter(None, expected.order)), len(expected.parts)) == ([*range(1, inside + 1)], parts)
    found = page_texts(tournament, which="empty_poster")
    assert len(found) == parts
    assert not any(entry.name in page for entry in tournament.entries.all() for page in found)


def test_poster_size_depends_on_entries_and_paper():
    wide = {}
    for paper in ("letter", "a4"):
        for entries in (16, 64):
            tournament = factories.tournament(
                entries, playoffs=formats.playoffs("everybody"), about={"paper": paper}
            )
            (page,) = pages_of(tournament, which="empty_poster")
            wide[paper, entries] = round(page.mediabox.width)
    assert wide == {("letter", 16): 1224, ("letter", 64): 1584, ("a4", 16): 1191, ("a4", 64): 1684}


def test_printed_bracket_shows_winners_so_far():
    tournament = make_tournament()
    assert PAPER_TYPES["bracket"].applies_to(stages.qualifying(tournament).rules)
    assert not PAPER_TYPES["bracket"].applies_to(formats.rules("fadoq-15"))
    assert PAPER_TYPES["bracket"].missing(tournament) == "no_bracket"
    playoffs.start_playoffs(tournament, seed=3, by=None)
    Entry.objects.filter(tournament=tournament, number=numbers(by_code(tournament)["1.1"])[0]).update(
        name="Marie-Noëlle L'Écuyer-O'Brien de Saint-Hilaire-sur-Richelieu"
    )
    (before,) = page_texts(tournament)
    (poster,) = pages_of(tournament, which="poster")
    assert poster.mediabox.width == 1224 and "L'Écuyer" in poster.extract_text()
    (empty,) = page_texts(tournament, which="empty")
    assert "L'Écuyer" not in empty and empty.split().count("1") == before.split().count("1")
    winner, _loser = play(tournament, "1.1")
    (after,) = page_texts(tournament)
    called = distinct_names(tournament.entries.values_list("number", "name", "club"))[winner]
    assert "L'Écuyer" in before
    assert after.count(called[:12]) == before.count(called[:12]) + 1, "the winner stands in the final as well"


def test_published_bracket_hides_names_without_consent(client):
    tournament = begun()
    play(tournament, "1.1")
    files = dict(folder.publication_files(publication_data(tournament)))
    page = files["fr/bracket.html"].decode()
    assert "O&#x27;Brien" not in page, "no player has agreed"
    assert 'href="../people/' not in page
    assert files["papers/bracket-en.pdf"][:5] == b"%PDF-"
    assert "bracket.html" in files["en/index.html"].decode()
    assert "fr/bracket.html" not in dict(
        folder.publication_files(publication_data(tournament_without_playoffs()))
    )


def tournament_without_playoffs():
    tournament = factories.tournament(4, rounds=1)
    round_ = factories.open_round(tournament)
    for meeting in round_.meetings.all():
        factories.enter(meeting, [121, 90])
    rounds.close_round(round_, by=None)
    return tournament


def test_public_pages_link_to_the_bracket(client):
    tournament = begun()
    number = numbers(by_code(tournament)["1.1"])[0]
    assert f"/t/{tournament.slug}/bracket/" in client.get(f"/t/{tournament.slug}/").content.decode()
    assert (
        f"/t/{tournament.slug}/bracket/?who={number}"
        in client.get(f"/t/{tournament.slug}/players/{number}/").content.decode()
    )


# Reasons for a pairing


def why_codes(client, tournament):
    return [one.code for one in client.get(f"/t/{tournament.slug}/bracket/").context["why"]]


def test_bracket_explains_its_first_matches(director):
    tournament = make_tournament(count=4)
    lise = director(tournament)
    assert why_codes(lise, tournament) == []
    playoffs.start_playoffs(tournament, seed=3, by=None)
    assert why_codes(lise, tournament) == ["by_rank", "order"]


@pytest.mark.parametrize("field", ["club", "apart"])
def test_bracket_names_club_mates_moved_apart_or_still_meeting(director, field):
    seeds = begun(count=4).stages.get(kind="playoff").stage_entries.order_by("seed")
    of_one_club = list(seeds.values_list("entry__number", flat=True))[:4:3]  # the first would meet the fourth
    tournament = make_tournament(count=4)
    Entry.objects.filter(tournament=tournament, number__in=of_one_club).update(**{field: "Saint-Hilaire"})
    playoffs.start_playoffs(tournament, seed=3, by=None)
    lise = director(tournament)
    assert why_codes(lise, tournament) == ["by_rank", "order", "moved"]
    Entry.objects.filter(tournament=tournament).update(**{field: "Saint-Hilaire"})
    assert why_codes(lise, tournament)[-2:] == ["together", "together"]


def test_consolation_explains_its_matches_too(director):
    seeds = begun(count=4, consolation="rest").stages.get(kind="playoff").stage_entries.order_by("seed")
    of_one_club = list(seeds.values_list("entry__number", flat=True))[4::3]  # the fifth would meet the eighth
    tournament = make_tournament(count=4, consolation="rest")
    Entry.objects.filter(tournament=tournament, number__in=of_one_club).update(club="Saint-Hilaire")
    playoffs.start_playoffs(tournament, seed=3, by=None)
    lise = director(tournament)
    assert why_codes(lise, tournament) == ["by_rank", "order", "moved"]
    Entry.objects.filter(tournament=tournament).update(club="Saint-Hilaire")
    *_others, one, other = lise.get(f"/t/{tournament.slug}/bracket/").context["why"]
    assert (one.code, other.code) == ("together", "together")
    names = [tournament.entries.get(number=number).name for number in of_one_club]
    assert all(any(name in str(found) for found in (one, other)) for name in names)


@pytest.mark.parametrize(("seeds", "code"), [(None, "by_lot"), (formats.BY_REGISTRATION, "by_registration")])
def test_bracket_without_games_explains_its_seeds(director, seeds, code):
    asked = formats.playoffs("everybody", games=1, seeds=seeds)
    tournament = factories.tournament(4, key="cribbage-knock-out", playoffs=asked)
    registration.check_in_all(tournament, [1, 2, 3, 4])
    playoffs.start_playoffs(tournament, seed=3, by=None)
    assert why_codes(director(tournament), tournament) == [code, "order"]


def test_visitors_do_not_see_the_explanation(client, director):
    tournament = begun(count=3)
    assert why_codes(director(tournament), tournament) == ["by_rank", "order", "byes"]
    client.logout()
    assert why_codes(client, tournament) == []
