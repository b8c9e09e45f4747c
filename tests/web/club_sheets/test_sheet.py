"""The sheet of a club, its PDF files, and the organiser's page of links, through the test client."""

from dataclasses import replace
from typing import Any

import pytest
from django.test import Client

from tests import factories, page_reader
from tests.all_addresses import queries_counted
from tests.interleaved import run_while_waiting_for_lock
from tests.papers.paper_text import plain
from tournaments.models import ClubSheet, Letter, MailServer, Player, Signup, Tournament
from tournaments.registration import add_entry, club_sheets, edit_entry, questions, signups
from tournaments.registration.signup_settings import SignupSettings, save_settings
from tournaments.transfer import copies

pytestmark = pytest.mark.django_db
CLUB = "L'Ange-Gardien"
REQUEST_TEXT = "Marie <b>Roy</b> reste chez elle."


@pytest.fixture
def tournament() -> Tournament:
    made = factories.tournament(2)
    save_settings(made, SignupSettings(on=True, capacity=5), by=None)
    return made


@pytest.fixture
def desk(client: Client, tournament: Tournament) -> Client:
    client.force_login(factories.organiser(tournament))
    return client


def make_sheet(tournament: Tournament, club: str = CLUB) -> ClubSheet:
    club_sheets.make_links(tournament, [club], by=None)
    return ClubSheet.objects.get(club=club)


def address(sheet: ClubSheet) -> str:
    return f"/club/{club_sheets.token_of(sheet)}/"


def filled_form(page: Any, *names: str, do: str = "save", **more: str) -> dict[str, str]:
    """Return the form as a browser sends it, with names in the first empty lines."""
    form = {one["name"]: one.get("value") or "" for one in page.all("input") if one.get("type") != "checkbox"}
    form |= {one["name"]: "on" for one in page.all("input[type=checkbox]") if "checked" in one}
    form |= {
        choice["name"]: option.get("value") or ""
        for choice in page.all("select")
        for option in choice.all("option[selected]")
    }
    empty = [name for name, value in form.items() if name.endswith("-name_1") and not value]
    form |= dict(zip(empty, names, strict=False)) | {"do": do, **more}
    form.pop("csrfmiddlewaretoken", None)
    return form


def register(tournament: Tournament, *names: str, club: str = CLUB) -> str:
    url = address(make_sheet(tournament, club))
    answer = Client().post(url, filled_form(page_reader.parse(Client().get(url)), *names))
    assert answer.status_code == 302
    return url


def roster_names(tournament: Tournament) -> list[str]:
    return list(tournament.entries.order_by("number").values_list("name", flat=True))[2:]


def line_prefix(page: Any, name: str) -> str:
    """Return the beginning of the names of the fields in the line of a person."""
    (found,) = [one["name"] for one in page.all("input") if one.get("value") == name]
    return found.removesuffix("name_1")


def shown_codes(page: Any) -> set[str]:
    return {one["data-code"] for one in page.all("[data-code]")}


def test_a_representative_registers_people_of_the_club(tournament: Tournament):
    questions.save_questions(tournament, [(None, "Repas", ["Poulet", "Poisson"])], by=None)
    url = address(make_sheet(tournament))
    page = page_reader.parse(Client().get(url))
    first = next(one["name"] for one in page.all("input") if one["name"].endswith("name_1"))[:-6]
    details = {
        f"{first}member_number": "0012",
        f"{first}contact": "zoe@example.org",
        f"{first}answer_1": "Poisson",
        f"{first}agrees": "on",
    }
    form = filled_form(page, "Zoé Roy", "Réal Côté", "Léa Roy", "Luc Roy", **details)
    answer = Client().post(url, form)
    assert answer["Location"] == url
    assert roster_names(tournament) == ["Zoé Roy", "Réal Côté", "Léa Roy"]
    entry = tournament.entries.get(name="Zoé Roy")
    assert (entry.club, entry.member_number, entry.answers) == (CLUB, "0012", {"1": "Poisson"})
    assert entry.consented_at is not None
    assert tournament.entries.get(name="Réal Côté").consented_at is None
    shown = page_reader.parse(Client().get(url))
    assert len(shown.all("[data-place]")) == 3
    assert [one["data-line"] for one in shown.all("[data-line]")] == ["1"]
    contact = shown.one(f"[name={line_prefix(shown, 'Zoé Roy')}contact]")
    assert (contact.get("value"), "placeholder" in contact) == (None, True)
    assert Client().post(url, filled_form(shown)).status_code == 302
    assert Signup.objects.get(number=1).contact == "zoe@example.org"
    assert Client().post(url, filled_form(shown) | {contact["name"]: "450 555-1234"}).status_code == 302
    assert Signup.objects.get(number=1).contact == "450 555-1234"


def test_sheet_hides_all_entries_made_elsewhere(tournament: Tournament):
    add_entry(tournament, "Tapée À La Main", club=CLUB)
    signups.sign_up(
        tournament,
        signups.SignupInput(("Seule Inscrite",), CLUB, contact="seule@example.org"),
        nonce="a",
        language="en",
    )
    register(tournament, "Autre Club", club="Sorel")
    url = register(tournament, "Zoé Roy")
    text = Client().get(url).content.decode()
    assert "Zoé Roy" in text
    for hidden in ("Tapée", "Seule", "seule@", "Autre Club", *[name for name, _club in factories.names(2)]):
        assert hidden not in text


def test_entry_moved_to_another_club_leaves_the_sheet(tournament: Tournament):
    url = register(tournament, "Zoé Roy")
    edit_entry(tournament.entries.get(name="Zoé Roy"), "Zoé Roy", club="Sorel")
    assert "Zoé Roy" not in Client().get(url).content.decode()


def test_refused_line_stays_with_its_error_and_others_are_saved(tournament: Tournament):
    url = address(make_sheet(tournament))
    page = page_reader.parse(Client().get(url))
    form = filled_form(page, "Zoé Roy", "x" * 121, "Réal Côté")
    third = next(name for name, value in form.items() if value == "Réal Côté").removesuffix("name_1")
    answer = Client().post(url, form | {f"{third}contact": "réal@", f"{third}member_number": "<7>"})
    assert answer.status_code == 422
    shown = page_reader.parse(answer)
    assert {"max_length", "invalid", "club_lines_refused"} <= shown_codes(shown)
    assert roster_names(tournament) == ["Zoé Roy"]
    again = line_prefix(shown, "Réal Côté")
    assert shown.one(f"[name={again}contact]")["value"] == "réal@"
    assert shown.one(f"[name={again}member_number]")["value"] == "<7>"
    mended = filled_form(shown) | {f"{again}contact": "", line_prefix(shown, "x" * 121) + "name_1": ""}
    assert Client().post(url, mended).status_code == 302
    assert roster_names(tournament) == ["Zoé Roy", "Réal Côté"]


def test_form_sent_twice_registers_once_and_namesakes_twice(tournament: Tournament):
    url = address(make_sheet(tournament))
    form = filled_form(page_reader.parse(Client().get(url)), "Jean Roy", "Jean Roy")
    for _tap in range(2):
        assert Client().post(url, form).status_code == 302
    assert roster_names(tournament) == ["Jean Roy", "Jean Roy"]


def test_concurrent_edits_are_merged_or_reported_as_conflict(tournament: Tournament):
    url = register(tournament, "Zoé Roy", "Réal Côté")
    one, other = (page_reader.parse(Client().get(url)) for _browser in range(2))
    zoe, real = line_prefix(one, "Zoé Roy"), line_prefix(one, "Réal Côté")
    first = filled_form(one, "Léa Roy") | {f"{zoe}member_number": "0012"}
    second = filled_form(other, "Luc Roy") | {f"{real}name_1": "Réal Coté"}
    assert [Client().post(url, form).status_code for form in (first, second)] == [302, 302]
    assert set(roster_names(tournament)) == {"Zoé Roy", "Réal Coté", "Léa Roy"}
    assert Signup.objects.filter(entry_uid=None).get().names == ["Luc Roy"]
    assert tournament.entries.get(name="Zoé Roy").member_number == "0012"
    clash = Client().post(url, filled_form(other) | {f"{zoe}member_number": "99"})
    assert clash.status_code == 422
    shown = page_reader.parse(clash)
    assert "changed_meanwhile" in shown_codes(shown)
    assert tournament.entries.get(name="Zoé Roy").member_number == "0012"
    assert shown.one(f"[name={line_prefix(shown, 'Zoé Roy')}member_number]")["value"] == "99"
    assert Client().post(url, filled_form(shown)).status_code == 302
    assert tournament.entries.get(name="Zoé Roy").member_number == "99"


def test_withdrawal_gives_the_place_to_the_waiting_list(tournament: Tournament):
    url = register(tournament, "Zoé Roy", "Réal Côté", "Léa Roy", "Luc Roy")
    page = page_reader.parse(Client().get(url))
    form = filled_form(page) | {line_prefix(page, "Réal Côté") + "withdraws": "on"}
    assert [Client().post(url, form).status_code for _tap in range(2)] == [302, 302]
    assert roster_names(tournament) == ["Zoé Roy", "Léa Roy", "Luc Roy"]
    shown = page_reader.parse(Client().get(url))
    assert [one["data-state"] for one in shown.all("li.entry")] == ["withdrawn"]


def test_a_pasted_list_fills_lines_and_saves_nothing(tournament: Tournament):
    questions.save_questions(tournament, [(None, "Autobus", [])], by=None)
    url = address(make_sheet(tournament))
    page = page_reader.parse(Client().get(url))
    pasted = (
        "Nom\tPrénom\tNo de membre\tCourriel\tAutobus\n"
        "L'Écuyer\tZoé\t00123\tzoe@example.org\toui\nRoy\tRéal\t\t\t\n\t\t77777\t\t\n"
    )
    answer = Client().post(url, filled_form(page, "Déjà Tapé", do="paste", pasted=pasted))
    shown = page_reader.parse(answer)
    assert not Signup.objects.exists()
    line = line_prefix(shown, "Zoé L'Écuyer")
    assert shown.one(f"[name={line}member_number]")["value"] == "00123"
    assert shown.one(f"[name={line}contact]")["value"] == "zoe@example.org"
    assert line_prefix(shown, "Déjà Tapé")
    assert "77777" in shown.one("textarea").words
    form = filled_form(shown) | {f"{line}answer_1": "yes"}
    assert Client().post(url, form).status_code == 302
    assert roster_names(tournament) == ["Déjà Tapé", "Zoé L'Écuyer", "Réal Roy"]


@pytest.mark.parametrize(
    ("pasted", "code"),
    [
        ("", "file_empty"),
        ("%PDF-1.7", "file_not_a_list"),
        ("\n".join(f"Personne Numéro{at}" for at in range(60)), "club_sheet_full"),
    ],
)
def test_unreadable_pasted_list_stays_in_the_box(tournament: Tournament, pasted: str, code: str):
    url = address(make_sheet(tournament))
    answer = Client().post(
        url, filled_form(page_reader.parse(Client().get(url)), "Zoé Roy", do="paste", pasted=pasted)
    )
    assert answer.status_code == 422
    shown = page_reader.parse(answer)
    assert code in shown_codes(shown)
    assert line_prefix(shown, "Zoé Roy")
    assert shown.one("textarea").words.split() == pasted.split()


def test_a_sheet_has_room_for_forty(tournament: Tournament):
    save_settings(tournament, SignupSettings(on=True), by=None)
    url = address(make_sheet(tournament))
    names = [f"Personne Numéro{at}" for at in range(41)]
    page = page_reader.parse(Client().get(url))
    form = filled_form(page) | {f"line-{at}-name_1": name for at, name in enumerate(names)}
    form |= {f"line-{at}-mark": "" for at in range(41)}
    answer = Client().post(url, form)
    assert answer.status_code == 422
    shown = page_reader.parse(answer)
    assert "club_sheet_full" in shown_codes(shown)
    assert line_prefix(shown, names[40])
    assert roster_names(tournament) == names[:40]


@pytest.mark.parametrize(
    "hostile",
    [
        {"line-0-number": "999999999999999999", "line-0-mark": ""},
        {"line-0-number": "1", "line-0-mark": "x" * 5000},
        {"line-0-number": "-1", "line-0-mark": "", "line-0-withdraws": "on"},
        {"line-999-mark": "", "line-999-name_1": "\x00\u202e"},
        {"line-1-mark": "", "line-1-answer_1": "x", "line-1-agrees": "on"},
        {"nonce": "é" * 300, "do": "nothing"},
        {"do": "ask", "person": "'; --", "text": "x"},
    ],
)
def test_hostile_forms_are_refused(tournament: Tournament, hostile: dict[str, str]):
    register(tournament, "Autre Club", club="Sorel")
    url = address(make_sheet(tournament))
    answer = Client().post(url, {"do": "save", "line-0-name_1": "Zoé Roy", **hostile})
    assert answer.status_code in (302, 422)
    assert Signup.objects.get(sheet__club="Sorel").names == ["Autre Club"]
    assert "\x00" not in "".join(roster_names(tournament))


@pytest.mark.parametrize("requests", [1, 2])
def test_entry_withdrawn_twice_frees_one_line(tournament: Tournament, monkeypatch, requests: int):
    url = register(tournament, "Zoé Roy", "Réal Côté")
    page = page_reader.parse(Client().get(url))
    monkeypatch.setattr(club_sheets, "MAX_PEOPLE", 2)
    number = str(Signup.objects.get(names=["Réal Côté"]).number)
    gone = {"line-7-number": number, "line-7-mark": "", "line-7-name_1": "R C", "line-7-withdraws": "on"}
    if requests == 2:
        assert Client().post(url, {"do": "save", **gone}).status_code == 302
    new = {f"line-{at}-{name}": "" for at in (8, 9) for name in ("mark", "number")}
    new |= {"line-8-name_1": "Léa Roy", "line-9-name_1": "Luc Roy"}
    again = {name.replace("7", "6"): value for name, value in gone.items()} | gone
    answer = Client().post(url, filled_form(page) | again | new)
    assert answer.status_code == 422
    assert [str(one) for one in Signup.objects.filter(withdrawn_at=None)] == ["Zoé Roy", "Léa Roy"]


def test_form_cannot_change_a_line_of_another_club(tournament: Tournament):
    register(tournament, "Autre Club", club="Sorel")
    number = Signup.objects.get().number
    url = address(make_sheet(tournament))
    forged = {"line-0-number": str(number), "line-0-mark": "", "line-0-withdraws": "on"}
    Client().post(url, {"do": "save", **forged})
    assert Signup.objects.get(sheet__club="Sorel").withdrawn_at is None
    asked = Client().post(url, {"do": "ask", "person": str(number), "text": "Rayez-la"})
    assert asked.status_code == 422
    assert Signup.objects.get(number=number).requested_at is None


def test_change_after_closing_becomes_a_request(tournament: Tournament):
    url = register(tournament, "Zoé Roy")
    page = page_reader.parse(Client().get(url))
    save_settings(tournament, SignupSettings(), by=None)
    closed = page_reader.parse(Client().get(url))
    assert not [one for one in closed.all("input") if one["name"].endswith("name_1")]
    late = Client().post(url, filled_form(page, "Trop Tard"))
    assert (late.status_code, roster_names(tournament)) == (422, ["Zoé Roy"])
    assert "signup_not_open" in shown_codes(page_reader.parse(late))
    assert line_prefix(page_reader.parse(late), "Trop Tard")
    number = Signup.objects.get().number
    assert Client().post(url, {"do": "ask", "person": number, "text": ""}).status_code == 422
    assert Client().post(url, {"do": "ask", "person": number, "text": REQUEST_TEXT}).status_code == 302
    assert Signup.objects.get().request == REQUEST_TEXT
    assert page_reader.parse(Client().get(url)).all("[data-asked]")


def test_teams_register_on_one_line(tournament: Tournament):
    save_settings(tournament, SignupSettings(on=True, members=2), by=None)
    url = address(make_sheet(tournament))
    form = filled_form(page_reader.parse(Client().get(url)), "Zoé Roy")
    line = next(name for name, value in form.items() if value == "Zoé Roy").removesuffix("name_1")
    answer = Client().post(url, form | {f"{line}agrees": "on"})
    assert answer.status_code == 422  # without a partner
    assert (
        Client().post(url, form | {f"{line}agrees": "on", f"{line}name_2": "Pat O'Brien"}).status_code == 302
    )
    entry = tournament.entries.get(number=3)
    assert entry.team == ["Zoé Roy", "Pat O'Brien"]
    assert all(entry.members.values_list("consented_at", flat=True))
    page = page_reader.parse(Client().get(url))
    assert (
        Client()
        .post(url, filled_form(page) | {team_line_prefix(page) + "name_2": "Patrick O'Brien"})
        .status_code
        == 302
    )
    assert tournament.entries.get(number=3).team == ["Zoé Roy", "Patrick O'Brien"]


def team_line_prefix(page: Any) -> str:
    return line_prefix(page, "Zoé Roy")


def test_list_and_empty_sheet_are_available_as_pdf(tournament: Tournament):
    url = register(tournament, "Zoé L'Écuyer", "Réal Côté")
    edit_entry(tournament.entries.get(name="Réal Côté"), "Réal Côté", fee_cents=1500)
    listed = Client().get(url + "list.pdf")
    assert (listed["Content-Type"], "no-store" in listed["Cache-Control"]) == ("application/pdf", True)
    text = plain(listed.content)
    for part in ("Zoé L'Écuyer", "Réal Côté", "15", CLUB):
        assert part in text
    for language in ("fr-ca", "en"):
        empty = plain(Client(headers={"Accept-Language": language}).get(url + "empty.pdf").content)
        assert "Zoé" not in empty
        assert CLUB in empty
        assert {str(at) for at in range(1, 41)} <= set(empty.split())


@pytest.mark.parametrize("path", ["x/", "a" * 24 + "/", "é/list.pdf", "x/empty.pdf"])
def test_unknown_address_gets_404(tournament: Tournament, path: str):
    register(tournament, "Zoé Roy")
    assert Client().get(f"/club/{path}").status_code == 404


def test_only_a_hash_of_the_token_is_stored(tournament: Tournament):
    sheet = make_sheet(tournament)
    token = club_sheets.token_of(sheet)
    assert len(token) * 6 >= 128
    assert token not in [str(value) for value in vars(sheet).values()]


def test_organiser_creates_and_revokes_links(tournament: Tournament, desk: Client):
    page = f"/t/{tournament.slug}/registration/online/clubs/"
    known = list(tournament.organisation.clubs.values_list("name", flat=True))
    assert known
    desk.post(page, {"do": "all"})
    desk.post(page, {"do": "make", "club": f" {CLUB} "})
    rows = desk.get(page).context["rows"]
    assert {row["club"] for row in rows} == {CLUB, *known}
    row = next(row for row in rows if row["club"] == CLUB)
    url = row["url"].removeprefix("http://testserver")
    assert Client().get(url).status_code == 200
    assert page_reader.parse(desk.get(page + "?codes")).all(".qr")
    Client().post(url, filled_form(page_reader.parse(Client().get(url)), "Zoé Roy"))
    desk.post(page, {"do": "end", "link": row["key"]})
    assert Client().get(url).status_code == 404
    desk.post(page, {"do": "make", "club": CLUB})
    new = next(row for row in desk.get(page).context["rows"] if row["club"] == CLUB)
    assert (new["url"] == row["url"], new["count"]) == (False, 1)
    acts = list(tournament.acts.values_list("kind", flat=True))
    assert (acts.count("club_links"), acts.count("club_link_ended")) == (3, 1)


@pytest.mark.parametrize("typed", [{"do": "make", "club": " "}, {"do": "end", "link": "9" * 30}, {"do": "x"}])
def test_hostile_organiser_form_creates_no_sheet(tournament: Tournament, desk: Client, typed: dict[str, str]):
    assert desk.post(f"/t/{tournament.slug}/registration/online/clubs/", typed).status_code == 302
    assert not ClubSheet.objects.exists()


def test_namesakes_of_the_form_and_the_sheet_are_shown_to_the_organiser(tournament: Tournament, desk: Client):
    signups.sign_up(tournament, signups.SignupInput(("Zoé Roy",), CLUB), nonce="a", language="en")
    register(tournament, "ROY Zoé")
    page = page_reader.parse(desk.get(f"/t/{tournament.slug}/registration/online/"))
    assert len(page.all("[data-alike]")) == 2


def test_entries_of_a_renamed_club_stay_on_its_sheet(tournament: Tournament):
    from tournaments.organisations import clubs

    url = register(tournament, "Zoé Roy")
    clubs.change(
        tournament.organisation.clubs.get(name=CLUB), name="FADOQ Ange", short_name="", city="", by=None
    )
    page = page_reader.parse(Client().get(url))
    form = filled_form(page, "Léa Roy") | {line_prefix(page, "Zoé Roy") + "member_number": "7"}
    assert Client().post(url, form).status_code == 302
    assert set(tournament.entries.filter(club="FADOQ Ange").values_list("name", flat=True)) == {
        "Zoé Roy",
        "Léa Roy",
    }


def test_query_count_does_not_grow_with_entries(tournament: Tournament, desk: Client):
    save_settings(tournament, SignupSettings(on=True), by=None)
    asked = []
    url = address(make_sheet(tournament))
    links = f"/t/{tournament.slug}/registration/online/clubs/"
    for rows in (1, 3):
        for at in range(rows):
            register(tournament, f"Personne {rows}{at}")
            make_sheet(tournament, f"Club {rows}{at}")
        found = []
        for browser, path in ((Client(), url), (Client(), url + "list.pdf"), (desk, links)):
            with queries_counted() as counted:
                assert browser.get(path).status_code == 200
            found.append(len(counted))
        asked.append(found)
    assert asked[0] == asked[1]


def test_rate_limit_keeps_typed_lines(tournament: Tournament):
    url = address(make_sheet(tournament))
    page = page_reader.parse(Client().get(url))
    statuses = [Client().post(url, filled_form(page, do="save")).status_code for _time in range(61)]
    assert statuses == [302] * 60 + [429]
    answer = Client().post(url, filled_form(page, "Zoé Roy"))
    assert (answer.status_code, shown_codes(page_reader.parse(answer))) == (429, {"signup_too_often"})
    assert line_prefix(page_reader.parse(answer), "Zoé Roy")


def test_form_overtaken_by_another_form_loses_no_change(tournament: Tournament):
    save_settings(tournament, SignupSettings(on=True), by=None)
    url = register(tournament, "Zoé Roy")
    page = page_reader.parse(Client().get(url))
    zoe = line_prefix(page, "Zoé Roy")
    with run_while_waiting_for_lock(
        lambda: Client().post(url, filled_form(page, "Léa Roy") | {f"{zoe}member_number": "12"})
    ):
        answer = Client().post(url, filled_form(page, "Luc Roy") | {f"{zoe}member_number": "99"})
    assert shown_codes(page_reader.parse(answer)) >= {"changed_meanwhile"}
    assert roster_names(tournament) == ["Zoé Roy", "Léa Roy", "Luc Roy"]
    assert tournament.entries.get(name="Zoé Roy").member_number == "12"


def test_a_copy_of_a_tournament_with_links_is_restored(tournament: Tournament):
    sheet = make_sheet(tournament)
    club_sheets.end_link(tournament, sheet.pk, by=None)
    make_sheet(tournament)
    new = copies.restore(copies.open_copy(copies.seal_copy(copies.pack(tournament))), by=None)
    assert Client().get(address(ClubSheet.objects.get())).status_code == 200
    assert new.acts.filter(kind=club_sheets.ENDED).exists()


@pytest.mark.parametrize("capacity", [None, 25], ids=["places for all", "a waiting list"])
def test_query_count_grows_little_with_new_lines(capacity):
    asked = {}
    for people in (1, 10, 40):
        tournament = factories.tournament(2)
        server = {"host": "mail.example", "sender": "a@example.org"}
        MailServer.objects.get_or_create(organisation=tournament.organisation, defaults=server)
        save_settings(tournament, SignupSettings(on=True, capacity=capacity), by=None)
        sheet = make_sheet(tournament, f"Club {people}")
        names = [name for name, _club in factories.names(people)]
        lines = {
            at: club_sheets.SheetLine(signups.SignupInput((name,), sheet.club, contact=f"a{at}@example.org"))
            for at, name in enumerate(names)
        }
        with queries_counted() as found:
            assert not club_sheets.save(sheet, lines, nonce=f"a form {people}", language="fr-ca")
        asked[people] = len(found)
        people_here = club_sheets.registered(tournament, sheet)
        assert [one.typed.names for one in people_here] == [(name,) for name in names]
        places = min(people, capacity - 2 if capacity else people)
        assert [one.state for one in people_here] == ["placed"] * places + ["waiting"] * (people - places)
        assert roster_names(tournament) == names[:places]
        letters = Letter.objects.filter(signup__sheet=sheet).order_by("pk")
        assert [one.signup.names[0] for one in letters] == names
    assert asked[10] == asked[1]
    assert asked[40] <= 60


def changed_lines(tournament: Tournament, sheet: ClubSheet, **change) -> dict[int, club_sheets.SheetLine]:
    """Return the lines of a sheet as a form sends them, with something changed in each."""
    withdraws = change.pop("withdraws", False)
    return {
        at: club_sheets.SheetLine(
            replace(one.typed, **{name: value(at) for name, value in change.items()}),
            one.signup.number,
            club_sheets.mark_of(tournament, one.typed),
            withdraws,
        )
        for at, one in enumerate(club_sheets.registered(tournament, sheet))
    }


CHANGES = {
    "names": {"names": lambda at: (f"Autre {at} Personne",)},
    "contacts": {"contact": lambda at: f"b{at}@example.org"},
    "numbers and consent": {"member_number": lambda at: f"77-{at}", "agrees": lambda at: True},
    "withdrawals": {"withdraws": True},
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_query_count_does_not_grow_with_changed_lines(change):
    asked = []
    for people in (1, 20):
        tournament = factories.tournament(2)
        server = {"host": "mail.example", "sender": "a@example.org"}
        MailServer.objects.get_or_create(organisation=tournament.organisation, defaults=server)
        save_settings(tournament, SignupSettings(on=True, capacity=18), by=None)
        sheet = make_sheet(tournament, f"Club {people}")
        new = {
            at: club_sheets.SheetLine(
                signups.SignupInput((f"Une {at} Personne",), sheet.club, contact=f"a{at}@example.org")
            )
            for at in range(people)
        }
        assert not club_sheets.save(sheet, new, nonce=f"a form {people}", language="fr-ca")
        lines = changed_lines(tournament, sheet, **change)
        with queries_counted() as found:
            assert not club_sheets.save(sheet, lines, nonce=f"another {people}", language="fr-ca")
        asked.append(len(found))
        if "withdraws" in change:
            assert (
                roster_names(tournament),
                Signup.objects.filter(sheet=sheet, withdrawn_at=None).count(),
            ) == (
                [],
                0,
            )
            continue
        now = [one.typed for one in club_sheets.registered(tournament, sheet)]
        assert [(one.names, one.agrees) for one in now] == [
            (line.typed.names, line.typed.agrees) for line in lines.values()
        ]
        assert roster_names(tournament) == [one.names[0] for one in now][:16]
        players = Player.objects.filter(memberships__entry__club=sheet.club).order_by("pk")
        assert list(players.values_list("name", flat=True)) == roster_names(tournament)
    assert asked[1] <= asked[0] + 3  # of some lists wait, so two states have letters


def test_faulty_line_does_not_block_other_lines(tournament: Tournament):
    save_settings(tournament, SignupSettings(on=True), by=None)
    sheet = make_sheet(tournament)
    new = {
        at: club_sheets.SheetLine(signups.SignupInput((f"Une {at} Personne",), sheet.club)) for at in range(4)
    }
    assert not club_sheets.save(sheet, new, nonce="a form", language="fr-ca")
    lines = changed_lines(
        tournament, sheet, names=lambda at: ("x" * 121 if at == 1 else f"Autre {at} Personne",)
    )
    lines[2] = lines[2]._replace(withdraws=True)
    lines[3] = lines[3]._replace(mark="an older page")
    refused = club_sheets.save(sheet, lines, nonce="b form", language="fr-ca")
    assert {at: one.code for at, one in refused.items()} == {1: "name_too_long", 3: "changed_meanwhile"}
    assert roster_names(tournament) == ["Autre 0 Personne", "Une 1 Personne", "Une 3 Personne"]


def test_renamed_entry_does_not_rename_a_known_player(tournament: Tournament):
    save_settings(tournament, SignupSettings(on=True), by=None)
    other = factories.tournament(0)
    elsewhere = add_entry(other, "Une 1 Personne", club=CLUB).members.get().player
    sheet = make_sheet(tournament)
    new = {
        at: club_sheets.SheetLine(signups.SignupInput((f"Une {at} Personne",), sheet.club)) for at in range(3)
    }
    assert not club_sheets.save(sheet, new, nonce="a form", language="fr-ca")
    assert tournament.entries.get(name="Une 1 Personne").members.get().player == elsewhere
    lines = changed_lines(tournament, sheet, names=lambda at: (f"Autre {at} Personne",))
    assert not club_sheets.save(sheet, lines, nonce="b form", language="fr-ca")
    elsewhere.refresh_from_db()
    assert elsewhere.name == "Une 1 Personne"
    assert tournament.entries.get(name="Autre 1 Personne").members.get().player.name == "Autre 1 Personne"
