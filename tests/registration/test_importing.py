"""A list brought along, from the file to the roster."""

import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from tests import factories, page_reader
from tests.page_reader import worded
from tests.previewed import post_and_confirm
from tests.registration.test_spreadsheet_files import ROWS, picture, xlsx
from tournaments import registration
from tournaments.common import audit_log
from tournaments.common.messages import sentences
from tournaments.models import Player, Tournament
from tournaments.registration import Draft, importing

ROSTER_CSV = "Nom;Prénom;Club;No de membre;Montant;Payé\r\n" + "".join(
    f"{family};{given};{club};{number};15,00 $;comptant\r\n"
    for family, given, club, number in [
        ("L’Écuyer", "Huguette", "Saint-Hilaire", 1001),
        ("O'Brien", "Gérald", "L'Ange-Gardien", 1002),
        ("<b>Côté</b>", "Yvon", "Sorel", 1003),
    ]
)


class Browser:
    """The pages of an import as a director goes through them."""

    def __init__(self, client, tournament) -> None:
        self.client = client
        self.bring_url = reverse("roster_import", args=[tournament.slug])
        self.url = reverse("roster_preview", args=[tournament.slug])
        self.page = ""

    def bring(self, content, name="liste.csv"):
        return self.client.post(self.bring_url, {"file": SimpleUploadedFile(name, content)})

    def paste(self, text):
        return self.client.post(self.bring_url, {"pasted": text})

    def look(self):
        self.page = self.client.get(self.url).content.decode()
        return self.page

    @property
    def token(self):
        return re.search(r'name="token" value="([^"]+)"', self.page)[1]

    def pairs(self):
        """Return the doubtful rows of the page: row, name of the field, choice."""
        return [
            (int(pair["data-row"]), pair.all("input")[0]["name"], pair.one("input[checked]")["value"])
            for pair in page_reader.parse(self.page).all("li.pair")
        ]

    def chosen(self):
        return {row: choice for row, _name, choice in self.pairs()}

    def about(self, choices):
        """Return what the form sends for answers about rows; the other rows keep their choice."""
        return {name: choices.get(row, choice) for row, name, choice in self.pairs()}

    def enter(self, token=None, rows=None, **choices):
        sent = {"token": token or self.token, "do": "enter", **self.about(rows or {}), **choices}
        return self.client.post(self.url, sent)


@pytest.fixture
def pages(desk, tournament):
    return Browser(desk, tournament)


@pytest.mark.parametrize(
    "content", [ROSTER_CSV.encode("cp1252"), ROSTER_CSV.encode("utf-8-sig")], ids=["cp1252", "BOM"]
)
def test_a_french_csv_is_shown_then_entered(pages, tournament, content):
    assert pages.bring(content).status_code == 302
    page = pages.look()
    assert "L’Écuyer, Huguette" in page
    assert "O&#x27;Brien, Gérald" in page
    assert "&lt;b&gt;Côté&lt;/b&gt;, Yvon" in page
    assert not tournament.entries.exists()
    assert pages.look()  # a reload loses nothing
    answer = pages.enter()
    assert answer.url == reverse("registration", args=[tournament.slug])
    entered = list(
        tournament.entries.values_list("number", "name", "sort_name", "member_number", "fee_cents")
    )
    assert entered[0] == (1, "Huguette L’Écuyer", "l'ecuyer huguette", "1001", 1500)
    assert len(entered) == 3
    assert factories.payment_totals(tournament) == {"cash": 4500}
    assert len(registration.present(tournament, 1)) == 3
    assert worded("list_entered", count=3) in pages.client.get(answer.url).content.decode()


def test_excel_file_is_imported(pages, tournament):
    pages.bring(xlsx(ROWS), "liste.xlsx")
    pages.look()
    pages.enter()
    names = list(tournament.entries.values_list("name", flat=True))
    assert names == ["Huguette L’Écuyer", "Gérald O'Brien", "Œdipe Lefebvre"]


@pytest.mark.parametrize("mark", ["\t", ";", ", "])
def test_pasted_list_is_imported(pages, tournament, mark):
    pages.paste(f"Huguette L’Écuyer{mark}Saint-Hilaire\n\nGérald O'Brien{mark}Sorel\n")
    pages.look()
    pages.enter()
    assert list(tournament.entries.values_list("name", "club")) == [
        ("Huguette L’Écuyer", "Saint-Hilaire"),
        ("Gérald O'Brien", "Sorel"),
    ]


def test_a_double_click_enters_once(pages, tournament):
    pages.bring(ROSTER_CSV.encode())
    pages.look()
    token = pages.token
    for _ in range(2):
        assert pages.enter(token).url == reverse("registration", args=[tournament.slug])
    assert tournament.entries.count() == 3
    assert tournament.acts.filter(kind="import").count() == 1


@pytest.mark.both_databases
def test_repeated_token_imports_once(tournament, director):
    drafts = [Draft("Huguette L’Écuyer", details={"club": "Sorel"})]
    first, fresh = registration.import_roster(tournament, drafts, token="abc", by=director)
    again, second = registration.import_roster(tournament, drafts, token="abc", by=director)
    assert (first.pk, fresh, second) == (again.pk, True, False)
    assert tournament.entries.count() == 1


def test_failed_import_enters_no_rows(tournament, director, monkeypatch):
    drafts = [Draft("Huguette L’Écuyer"), Draft("Gérald O'Brien")]
    monkeypatch.setattr(importing.audit_log, "record", lambda *_, **__: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        registration.import_roster(tournament, drafts, token="abc", by=director)
    assert not tournament.entries.exists()
    assert not Player.objects.exists()


def test_refused_rows_are_reported_and_left_out(pages, tournament):
    pages.bring("Nom;Club;Montant\nJean Roy;Sorel;15\n;Sorel;15\nAline Côté;Sorel;abc\n".encode("cp1252"))
    page = pages.look()
    refused = [(one["data-row"], one["data-code"]) for one in page_reader.parse(page).all("li[data-row]")]
    assert ("3", "row_without_name") in refused
    (noted,) = [one for one in page_reader.parse(page).all("li") if "abc" in one.words]
    assert "4" in noted.words and "Aline Côté" in noted.words
    pages.enter()
    assert list(tournament.entries.values_list("name", "note")) == [("Jean Roy", ""), ("Aline Côté", "abc")]


def test_columns_can_be_corrected(pages, tournament):
    pages.paste("Côté Huguette;Sorel;Richelieu\nRoy Jean;Beloeil;Yamaska")
    pages.look()
    change = {"token": pages.token, "do": "enter", "column-1": "region", "column-2": "club"}
    assert pages.client.post(pages.url, change).url == pages.url  # shown again before an entry is made
    assert not tournament.entries.exists()
    pages.look()
    pages.enter(**{"column-1": "region", "column-2": "club"})
    assert tournament.entries.values_list("club", "region")[0] == ("Richelieu", "Sorel")


def test_role_given_to_column_is_removed_from_other(pages):
    pages.paste("Côté Huguette;Sorel;Richelieu\nRoy Jean;Beloeil;Yamaska")
    pages.look()
    pages.client.post(
        pages.url, {"token": pages.token, "column-0": "name", "column-1": "club", "column-2": "club"}
    )
    page = pages.look()
    columns = re.findall(r'id="column-(\d)".*?<option value="(\w*)" selected', page, re.S)
    assert columns == [("0", "name"), ("1", ""), ("2", "club")]


def test_the_first_row_can_be_declared_a_heading_or_a_person(pages, tournament):
    pages.paste("Participants du jour;Endroit\nJean Roy;Sorel")
    page = pages.look()
    assert re.search(r'name="heading"[^>]* value="1"', page)
    pages.client.post(pages.url, {"token": pages.token, "heading-known": "1", "heading": "", "do": "again"})
    assert re.search(r'name="heading"[^>]* value=""', pages.look())


def test_last_row_can_be_declared_a_heading(pages, tournament):
    pages.paste("Jean Roy;Sorel")
    pages.look()
    sent = {"token": pages.token, "heading-known": "1", "heading": "1", "do": "again"}
    assert pages.client.post(pages.url, sent).status_code == 302
    assert re.search(r'name="heading"[^>]* value="1"', pages.look())


def test_name_column_is_required(pages, tournament):
    pages.paste("Jean Roy;Sorel")
    pages.look()
    pages.client.post(pages.url, {"token": pages.token, "column-0": ""})
    page = pages.look()
    assert "no_name_column" in page_reader.codes(page)
    assert 'value="enter"' not in page


def test_columns_that_are_empty_in_every_row_are_not_shown(pages):
    pages.paste("Luc Roy;Sorel\nJean Roy;")
    heads = re.findall(r"<th[^>]*>([^<]+)</th>", pages.look().split("<thead>")[1].split("</thead>")[0])
    assert heads == ["Row", "Name", "Club"]


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"", "file_empty"),
        (bytes.fromhex("d0cf11e0a1b11ae1"), "file_broken_excel"),
        (picture(), "file_not_a_list"),
        (b"a;b\n" * 1_250_000, "file_too_big"),
    ],
    ids=["empty", "xls", "picture", "5 MB"],
)
def test_broken_file_shows_error(pages, tournament, content, code):
    answer = pages.bring(content)
    sentence = sentences.sentence(code, {"most": 2})
    if content:
        assert answer.status_code == 422
        assert sentence[:40] in answer.content.decode()
    assert pages.client.get(pages.url).status_code == 302


def test_import_can_be_undone_until_its_players_are_seated(pages, tournament, director):
    first = registration.add_entry(tournament, "Première Arrivée")
    pages.bring(ROSTER_CSV.encode())
    pages.look()
    pages.enter()
    act = tournament.acts.get(kind="import")
    post_and_confirm(pages.client, reverse("registration_undo", args=[tournament.slug, act.version]))
    assert list(tournament.entries.all()) == [first]
    assert Player.objects.count() == 1
    act, _new = registration.import_roster(tournament, [Draft("Jean Roy")], token="b", by=director)
    round_ = tournament.stages.get().rounds.create(number=1, state="open")
    meeting = round_.meetings.create(place=tournament.places.first())
    meeting.seats.create(letter="A", side=0, entry=tournament.entries.get(name="Jean Roy"))
    assert audit_log.undo_obstacle(act).code == "already_seated"


def test_two_hundred_people_are_imported(pages, tournament):
    from tests.registration.small_tournament import FAMILY_NAMES, GIVEN_NAMES

    lines = [f"{family};{given};Club {len(family)}" for family in FAMILY_NAMES for given in GIVEN_NAMES]
    pages.bring(("Nom;Prénom;Club\n" + "\n".join(lines)).encode("cp1252"))
    pages.look()
    pages.enter(rows=dict.fromkeys(pages.chosen(), "enter"))
    assert tournament.entries.count() == 200


def test_column_roles_are_remembered_per_heading(pages, desk, tournament, director):
    from tests.registration.small_tournament import small_tournament

    pages.bring("Inscrit;Provenance;Courriel\nYvon Côté;Sorel;y@example.org\n".encode())
    pages.look()
    changed = {
        "heading-known": "1",
        "heading": "1",
        "column-0": "name",
        "column-1": "club",
        "column-2": "note",
    }
    for _ in range(2):  # the row of the headings first, then the columns
        pages.client.post(pages.url, {"token": pages.token, **changed})
    pages.look()
    pages.enter()
    assert tournament.entries.values_list("name", "club", "note")[0] == (
        "Yvon Côté",
        "Sorel",
        "y@example.org",
    )
    later = Browser(desk, small_tournament(by=director))
    later.bring(b"Liste 2027;;\nINSCRIT;Provenance;Courriel\nAline Roy;Tracy;a@example.org\n")
    session = desk.session[f"roster-{Tournament.objects.latest('pk').uid}"]
    assert (session["heading"], session["roles"]) == (1, ["name", "club", "note"])


def test_registration_page_offers_undo_of_import(pages, tournament, director):
    pages.bring(ROSTER_CSV.encode(), "liste de Sorel.csv")
    pages.look()
    pages.enter()
    act = tournament.acts.get(kind="import")
    door = reverse("registration", args=[tournament.slug])
    undo = reverse("registration_undo", args=[tournament.slug, act.version])
    pages.client.get(door)  # the message with its own way back is gone after this
    page = pages.client.get(door).content.decode()
    assert page.count(undo) == 1
    assert "liste de Sorel.csv" in page
    round_ = tournament.stages.get().rounds.create(number=1, state="open")
    meeting = round_.meetings.create(place=tournament.places.first())
    seat = meeting.seats.create(letter="A", side=0, entry=tournament.entries.get(number=1))
    assert undo not in pages.client.get(door).content.decode()
    seat.delete()
    post_and_confirm(pages.client, undo)
    assert not tournament.entries.exists()
    assert undo not in pages.client.get(door).content.decode()


@pytest.mark.parametrize("lists", [1, 3])
def test_undoable_imports_take_two_queries(tournament, director, lists, django_assert_num_queries):
    for number in range(lists):
        registration.import_roster(tournament, [Draft(f"Jean Roy {number}")], token=str(number), by=director)
    with django_assert_num_queries(2):
        assert len(registration.undoable_imports(tournament)) == lists


def test_known_player_details_are_suggested_again(desk, tournament, director):
    from tests.registration.small_tournament import small_tournament

    registration.add_entry(tournament, "Yvon Côté", club="Sorel", apart="auto 1", note="diabétique")
    later = small_tournament(by=director)
    offered = desk.get(reverse("known_players", args=[later.slug]), {"name": "cote"}).content.decode()
    assert 'data-club="Sorel"' in offered
    assert 'data-apart="auto 1" data-note="diabétique"' in offered
