"""The pages of the playoffs: set-up, medals page, desk, and the bracket on phones and walls."""

import io
import json

import pytest
from django.utils import translation
from pypdf import PdfReader

from tests import factories
from tests.finals.test_playoffs import begun, by_code, day_of, numbers, play, win
from tests.previewed import agree
from tests.web.desk.desk_client import Desk
from tests.web.setup.posting import posted, refusals
from tournaments import formats, registration, rounds
from tournaments.finals import medals, playoffs
from tournaments.models import Entry, Meeting, Tournament
from tournaments.pairing import knock_out
from tournaments.publishing import bracket_layout, bracket_paper, bracket_rows, export
from tournaments.publishing.outputs import folder
from tournaments.publishing.outputs.rows import to_publish
from tournaments.publishing.paper_types import Paper
from tournaments.publishing.papers import PAPER_TYPES
from tournaments.registration import told_apart
from tournaments.rounds import stages
from tournaments.standings import playoffs as bracket
from tournaments.standings import standings
from tournaments.transfer import copies
from tournaments.web.setup.forms.form import SetupForm

pytestmark = pytest.mark.django_db


@pytest.fixture
def director(client):
    client.cookies["django_language"] = "en"

    def of(day):
        client.force_login(factories.organiser(day))
        return client

    return of


# The set-up


def set_up(client, day, **typed):
    return client.post(f"/t/{day.slug}/setup/", posted(SetupForm(tournament=day), **typed))


def test_playoffs_are_declared_at_the_set_up(director):
    day = factories.tournament(8)
    lise = director(day)
    answer = set_up(
        lise, day, playoffs_who="first", playoffs_count="6", playoffs_games="3", playoffs_third="on"
    )
    assert answer.status_code == 302
    declared = playoffs.declared(day)
    assert declared == formats.playoffs("first", count=6, games=3, third_place=True)
    assert SetupForm(tournament=day).initial["playoffs_count"] == 6
    set_up(lise, day, playoffs_who="")
    assert playoffs.declared(day) is None


def test_a_second_chance_is_declared_at_the_set_up(director):
    day = factories.tournament(8)
    lise = director(day)
    set_up(lise, day, playoffs_who="quarter", playoffs_consolation="losers")
    assert playoffs.declared(day) == formats.playoffs("quarter", consolation="losers")
    typed = {"playoffs_third": "on", "playoffs_consolation": "rest"}
    set_up(lise, day, playoffs_who="quarter", playoffs_double="twice", **typed)
    assert playoffs.declared(day) == formats.playoffs("quarter", double=True)
    initial = SetupForm(tournament=day).initial
    assert (initial["playoffs_double"], initial["playoffs_consolation"]) == ("twice", "")
    set_up(lise, day, playoffs_who="quarter", playoffs_double="once")
    assert playoffs.declared(day) == formats.playoffs("quarter")


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
def test_what_cannot_be_declared(director, typed, field):
    day = factories.tournament(8)
    answer = set_up(director(day), day, **typed)
    assert answer.status_code == 200
    assert list(refusals(answer)) == [field]


def test_once_begun_they_are_declared_no_more(director):
    day = begun()
    set_up(director(day), day, playoffs_who="quarter")
    assert playoffs.declared(day)["who"] == "first"
    with pytest.raises(Exception, match="matches_stand"):
        stages.change_rules(stages.qualifying(day), {"playoffs": None}, by=None)


# The medals page


def test_the_director_draws_the_bracket_and_takes_it_back(director):
    day = day_of()
    lise = director(day)
    page = lise.get(f"/t/{day.slug}/medals/")
    assert [row.number for row in page.context["playoffs"]["named"]] == [
        row.number for row in playoffs.field(day).rows
    ]
    assert not medals.ties(day)
    agree(lise, f"/t/{day.slug}/playoffs/begin/")
    page = lise.get(f"/t/{day.slug}/medals/")
    assert [match.id for match, _desk in page.context["playoffs"]["playing"]] == ["1.1", "1.2"]
    for _match, desk in page.context["playoffs"]["playing"]:
        assert lise.get(desk).status_code == 200
    agree(lise, f"/t/{day.slug}/playoffs/undo/", {"act": page.context["playoffs"]["undo"].version})
    assert playoffs.stage_of(day) is None


def test_who_has_gone_home_forfeits_by_a_button(director):
    day = begun()
    lise = director(day)
    meeting = by_code(day)["1.1"]
    stays, gone = numbers(meeting)
    address = f"/t/{day.slug}/medals/match/{meeting.uid}/forfeit/"
    lise.post(address, {"absent": gone, "nonce": "gone-home"})
    lise.post(address, {"absent": gone, "nonce": "gone-home"})
    play(day, "1.2")
    assert stays in numbers(by_code(day)["F"])
    assert lise.post(address, {"absent": "9999"}).status_code == 404
    of_the_day = Meeting.objects.filter(round__stage__order=1).first()
    address = f"/t/{day.slug}/medals/match/{of_the_day.uid}/forfeit/"
    assert lise.post(address, {"absent": gone}).status_code == 404


# Followed by everybody


def test_everybody_follows_the_bracket_without_signing_in(client):
    day = day_of()
    assert client.get(f"/t/{day.slug}/bracket/").status_code == 200
    assert client.get(f"/t/{day.slug}/bracket/screen/").status_code == 200
    playoffs.begin(day, seed=3, by=None)
    one, _other = play(day, "1.1")
    name = day.entries.get(number=one).name
    page = client.get(f"/t/{day.slug}/bracket/?who={one}").content.decode()
    assert "data-path" in page
    assert page.count('data-match="1.1"') == 2, "on one's way, and in its round"
    assert registration.told_apart([(one, name, "")])[one].split()[0].split("<")[0] in page
    assert "data-path" not in client.get(f"/t/{day.slug}/bracket/?who=999").content.decode()
    assert client.get(f"/t/{day.slug}/bracket/?who=abc").status_code == 200
    rows = f"/t/{day.slug}/bracket/screen/rows/"
    again = {"If-None-Match": client.get(rows)["ETag"]}
    assert client.get(rows, headers=again).status_code == 304


# The desk


def test_the_desk_is_told_what_a_correction_would_overturn():
    day = begun()
    one, other = play(day, "1.1")
    play(day, "1.2")
    final = by_code(day)["F"]
    win(final, one, games=1)
    meeting = by_code(day)["1.1"]
    desk = Desk(day)
    side = "AB"[numbers(meeting).index(other)]
    answer = desk.post(do="correct", meeting=str(meeting.uid), game=2, winner=side, loser="70")
    assert answer["code"] == "would_overturn"
    answer = desk.post(do="void", meeting=str(final.uid), game=1)
    assert answer["ok"]
    desk.look()
    answer = desk.post(do="correct", meeting=str(meeting.uid), game=2, winner=side, loser="70")
    assert answer["ok"]
    assert "F" not in by_code(day)


# Kept


def test_a_copy_holds_the_playoffs():
    day = begun(third_place=True)
    play(day, "1.1")
    before, shown = (
        standings(day).rows,
        [view.won for view in bracket_rows.views(day, bracket.standing(day))],
    )
    again = copies.restore(copies.open_copy(copies.seal_copy(copies.pack(day))), by=None)
    assert isinstance(again, Tournament)
    assert standings(again).rows == before
    assert [view.won for view in bracket_rows.views(again, bracket.standing(again))] == shown
    play(again, "1.2")
    assert set(by_code(again)) == {"1.1", "1.2", "T", "F"}


@pytest.mark.parametrize(
    "order", [[1, 2, 3, 4], [1, 4, 3], [1, 0, 0, 2], [1, 4, 3, 3], [0] * 4, [5, 4, 3, 2]]
)
def test_a_copy_with_an_impossible_bracket_is_refused(order):
    day = begun()
    rows = json.loads(json.dumps(copies.pack(day)))
    text = json.dumps(rows).replace(json.dumps(stage_order(day)), json.dumps(order))
    content = copies.seal_copy(json.loads(text))
    if order == [1, 2, 3, 4]:
        assert copies.open_copy(content)
        return
    with pytest.raises(Exception, match="copy_part"):
        copies.open_copy(content)


def stage_order(day):
    return playoffs.stage_of(day).rules["bracket"]["order"]


def test_the_export_says_where_everybody_comes_from():
    day = begun(third_place=True)
    play(day, "1.1")
    play(day, "1.2")
    exported = json.loads(json.dumps(export.export_tournament(day, [])))
    tables = [table for round_ in exported["stages"][1]["rounds"] for table in round_["tables"]]
    assert {table["id"]: table["from"] for table in tables} == {
        "1.1": [{"seed": 1}, {"seed": 4}],
        "1.2": [{"seed": 3}, {"seed": 2}],
        "T": [{"loser_of": "1.1"}, {"loser_of": "1.2"}],
        "F": [{"winner_of": "1.1"}, {"winner_of": "1.2"}],
    }


# On paper, and on the Internet


def pages_of(day, **args):
    with translation.override("fr-ca"):
        content = PAPER_TYPES["bracket"].draw(
            Paper(day, {"base": "http://cheville.example", **args}, lambda done: None)
        )
    return PdfReader(io.BytesIO(content)).pages


def drawn(day, **args):
    return [page.extract_text() for page in pages_of(day, **args)]


SMALL, LARGE = bracket_layout.SMALL, bracket_layout.LARGE


@pytest.mark.parametrize(
    ("entries", "slots", "pages"),
    [
        *((2, SMALL, 1), (5, SMALL, 1), (27, SMALL, 1), (33, SMALL, 1), (64, SMALL, 3), (128, SMALL, 5)),
        *((8, LARGE, 1), (16, LARGE, 1), (17, LARGE, 1), (32, LARGE, 3), (64, LARGE, 5)),
    ],
)
def test_every_match_stands_on_a_sheet_of_the_bracket(entries, slots, pages):
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
def test_an_empty_bracket_is_there_before_the_playoffs(entries, declared, inside, parts):
    day = factories.tournament(entries, playoffs=declared)
    expected = bracket_paper.expected(day)
    assert (sorted(filter(None, expected.order)), len(expected.parts)) == ([*range(1, inside + 1)], parts)
    found = drawn(day, which="empty_poster")
    assert len(found) == parts
    assert not any(entry.name in page for entry in day.entries.all() for page in found)


def test_a_poster_is_as_large_as_writing_by_hand_needs():
    wide = {}
    for paper in ("letter", "a4"):
        for entries in (16, 64):
            day = factories.tournament(
                entries, playoffs=formats.playoffs("everybody"), about={"paper": paper}
            )
            (page,) = pages_of(day, which="empty_poster")
            wide[paper, entries] = round(page.mediabox.width)
    assert wide == {("letter", 16): 1224, ("letter", 64): 1584, ("a4", 16): 1191, ("a4", 64): 1684}


def test_the_bracket_on_paper_fills_as_it_goes():
    day = day_of()
    assert PAPER_TYPES["bracket"].concerns(stages.qualifying(day).rules)
    assert not PAPER_TYPES["bracket"].concerns(formats.rules("fadoq-15"))
    assert PAPER_TYPES["bracket"].missing(day) == "no_bracket"
    playoffs.begin(day, seed=3, by=None)
    Entry.objects.filter(tournament=day, number=numbers(by_code(day)["1.1"])[0]).update(
        name="Marie-Noëlle L'Écuyer-O'Brien de Saint-Hilaire-sur-Richelieu"
    )
    (before,) = drawn(day)
    (poster,) = pages_of(day, which="poster")
    assert poster.mediabox.width == 1224 and "L'Écuyer" in poster.extract_text()
    (empty,) = drawn(day, which="empty")
    assert "L'Écuyer" not in empty and empty.split().count("1") == before.split().count("1")
    winner, _loser = play(day, "1.1")
    (after,) = drawn(day)
    called = told_apart(day.entries.values_list("number", "name", "club"))[winner]
    assert "L'Écuyer" in before
    assert after.count(called[:12]) == before.count(called[:12]) + 1, (
        "who has won stands in the final as well"
    )


def test_the_bracket_is_published_with_names_that_may_be(client):
    day = begun()
    play(day, "1.1")
    files = dict(folder.publication_files(to_publish(day)))
    page = files["fr/bracket.html"].decode()
    assert "O&#x27;Brien" not in page, "nobody has agreed"
    assert 'href="../people/' not in page
    assert files["papers/bracket-en.pdf"][:5] == b"%PDF-"
    assert "bracket.html" in files["en/index.html"].decode()
    assert "fr/bracket.html" not in dict(folder.publication_files(to_publish(factories_day())))


def factories_day():
    day = factories.tournament(4, rounds=1)
    round_ = factories.open_round(day)
    for meeting in round_.meetings.all():
        factories.enter(meeting, [121, 90])
    rounds.close_round(round_, by=None)
    return day


def test_visitors_find_the_bracket(client):
    day = begun()
    number = numbers(by_code(day)["1.1"])[0]
    assert f"/t/{day.slug}/bracket/" in client.get(f"/t/{day.slug}/").content.decode()
    assert (
        f"/t/{day.slug}/bracket/?who={number}"
        in client.get(f"/t/{day.slug}/players/{number}/").content.decode()
    )


# Why these two


def why_codes(client, day):
    return [one.code for one in client.get(f"/t/{day.slug}/bracket/").context["why"]]


def test_a_bracket_says_why_its_first_matches_are_those_they_are(director):
    day = day_of(count=4)
    lise = director(day)
    assert why_codes(lise, day) == []
    playoffs.begin(day, seed=3, by=None)
    assert why_codes(lise, day) == ["by_rank", "order"]


@pytest.mark.parametrize("field", ["club", "apart"])
def test_a_bracket_says_which_club_mates_were_moved_and_which_meet_all_the_same(director, field):
    seeds = begun(count=4).stages.get(kind="playoff").stage_entries.order_by("seed")
    of_one_club = list(seeds.values_list("entry__number", flat=True))[:4:3]  # the first would meet the fourth
    day = day_of(count=4)
    Entry.objects.filter(tournament=day, number__in=of_one_club).update(**{field: "Saint-Hilaire"})
    playoffs.begin(day, seed=3, by=None)
    lise = director(day)
    assert why_codes(lise, day) == ["by_rank", "order", "moved"]
    Entry.objects.filter(tournament=day).update(**{field: "Saint-Hilaire"})
    assert why_codes(lise, day)[-2:] == ["together", "together"]


def test_a_consolation_of_the_rest_is_drawn_and_told_in_the_same_way(director):
    seeds = begun(count=4, consolation="rest").stages.get(kind="playoff").stage_entries.order_by("seed")
    of_one_club = list(seeds.values_list("entry__number", flat=True))[4::3]  # the fifth would meet the eighth
    day = day_of(count=4, consolation="rest")
    Entry.objects.filter(tournament=day, number__in=of_one_club).update(club="Saint-Hilaire")
    playoffs.begin(day, seed=3, by=None)
    lise = director(day)
    assert why_codes(lise, day) == ["by_rank", "order", "moved"]
    Entry.objects.filter(tournament=day).update(club="Saint-Hilaire")
    *_others, one, other = lise.get(f"/t/{day.slug}/bracket/").context["why"]
    assert (one.code, other.code) == ("together", "together")
    names = [day.entries.get(number=number).name for number in of_one_club]
    assert all(any(name in str(said) for said in (one, other)) for name in names)


@pytest.mark.parametrize(("seeds", "code"), [(None, "by_lot"), (formats.BY_REGISTRATION, "by_registration")])
def test_a_bracket_without_games_says_what_gave_its_seeds(director, seeds, code):
    asked = formats.playoffs("everybody", games=1, seeds=seeds)
    day = factories.tournament(4, key="cribbage-knock-out", playoffs=asked)
    registration.check_in_all(day, [1, 2, 3, 4])
    playoffs.begin(day, seed=3, by=None)
    assert why_codes(director(day), day) == [code, "order"]


def test_visitors_are_not_told_the_clubs(client, director):
    day = begun(count=3)
    assert why_codes(director(day), day) == ["by_rank", "order", "byes"]
    client.logout()
    assert why_codes(client, day) == []
