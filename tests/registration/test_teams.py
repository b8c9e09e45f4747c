"""Teams: two to eight people under one number, from the door to the standings."""

import io
import json

import pytest
from django.core.management import call_command
from django.urls import reverse
from django.utils import timezone
from django.utils.html import escape

from scoring import DomainError
from tests import factories, page_reader
from tests.papers.paper_text import texts
from tests.registration.test_importing import Browser
from tournaments import registration, rounds
from tournaments.common import audit_log, jobs
from tournaments.models import Entry, Player
from tournaments.publishing.export import export_tournament, line_up_of
from tournaments.publishing.papers import printing, registry
from tournaments.registration import NewMember, teams
from tournaments.standings import standings
from tournaments.transfer import copies

PAIRS = [
    ("", "Réal O'Brien", "Huguette Côté"),
    ("Les Valets", "Noëlla L'Écuyer", "Zéphirin Saint-Hilaire"),
    ("", "Françoise D’Amour", "Marie-Claude Gagné"),
    ("Les Dames", "Œdipe Lefebvre", "Aline Roy"),
]


@pytest.fixture
def day(db):
    """Return four pairs, two of them with a name, nothing seated yet."""
    made = factories.tournament(0, rounds=3, tables=2)
    for name, *members in PAIRS:
        registration.add_team(made, name, [NewMember(member) for member in members], club="FADOQ Beloeil")
    made.refresh_from_db()
    return made


def entry_of(day, number: int) -> Entry:
    return factories.entry(day, number)


def test_pair_plays_as_one_side_named_by_members(day):
    for number in (1, 2, 3):
        factories.play_round(day, number)
    shown = standings(day)
    assert {row.name for row in shown.rows} == {
        "Réal O'Brien / Huguette Côté",
        "Les Valets",
        "Françoise D’Amour / Marie-Claude Gagné",
        "Les Dames",
    }
    assert all(row.games == 3 for row in shown.rows)
    assert {entry.kind for entry in day.entries.all()} == {Entry.Kind.TEAM}
    found = {one["name"]: one for one in export_tournament(day, [])["entries"]}
    assert found["Les Valets"]["members"] == ["Noëlla L'Écuyer", "Zéphirin Saint-Hilaire"]
    assert "line_up" not in found["Les Valets"]


def test_substitute_plays_from_next_round_on(day):
    factories.play_round(day, 1)
    act = registration.replace_member(entry_of(day, 1), 2, "Pat Saint-Hilaire", by=None)
    pair = entry_of(day, 1)
    assert (pair.name, pair.team) == (
        "Réal O'Brien / Pat Saint-Hilaire",
        ["Réal O'Brien", "Pat Saint-Hilaire"],
    )
    (found, *_others) = export_tournament(day, [])["entries"]
    assert found["line_up"] == [
        {"name": "Réal O'Brien", "rounds": [1, None]},
        {"name": "Huguette Côté", "rounds": [1, 1]},
        {"name": "Pat Saint-Hilaire", "rounds": [2, None]},
    ]
    audit_log.undo(act, by=None)
    assert entry_of(day, 1).name == "Réal O'Brien / Huguette Côté"
    assert line_up_of(entry_of(day, 1)) == []


def test_substitution_after_play_cannot_be_undone(day):
    factories.play_round(day, 1)
    act = registration.replace_member(entry_of(day, 2), 1, "Pat Saint-Hilaire", by=None)
    factories.open_round(day, 2)
    with pytest.raises(DomainError) as refused:
        audit_log.undo(act, by=None)
    assert refused.value.code == "next_round_is_seated"
    assert entry_of(day, 2).name == "Les Valets"  # a name that was given stays


def test_substitute_before_first_round_replaces_member(day):
    assert registration.replace_member(entry_of(day, 1), 1, "Pat Saint-Hilaire", by=None) is None
    assert entry_of(day, 1).team == ["Pat Saint-Hilaire", "Huguette Côté"]
    assert line_up_of(entry_of(day, 1)) == []


def test_substitution_of_unknown_number_cannot_be_undone(day):
    factories.play_round(day, 1)
    act = registration.replace_member(entry_of(day, 1), 2, "Pat Saint-Hilaire", by=None)
    act.args["entry"] = 99  # as a copy could say that was tampered with
    assert audit_log.undo_obstacle(act).code == "cannot_be_undone"


def test_last_member_cannot_leave_team(day):
    factories.play_round(day, 1)
    act = registration.replace_member(entry_of(day, 1), 2, "", by=None)
    assert entry_of(day, 1).team == ["Réal O'Brien"] and act is not None
    with pytest.raises(DomainError) as refused:
        registration.replace_member(entry_of(day, 1), 1, "", by=None)
    assert refused.value.code == "team_of_nobody"
    registration.add_member(entry_of(day, 1), "Pat Saint-Hilaire", by=None)
    assert entry_of(day, 1).name == "Réal O'Brien / Pat Saint-Hilaire"


@pytest.mark.parametrize(
    ("names", "code"),
    [
        (["Réal O'Brien"], "team_size"),
        ([f"Joueur {letter}" for letter in "ABCDEFGHI"], "team_too_large"),
        (["Réal O'Brien", "real o’brien"], "member_twice"),
        (["Réal O'Brien", "R" * 121], "name_too_long"),
    ],
)
def test_invalid_team_is_refused(day, names, code):
    with pytest.raises(DomainError) as refused:
        registration.add_team(day, "", [NewMember(name) for name in names])
    assert refused.value.code == code
    assert day.entries.count() == 4


def test_a_person_takes_a_partner_until_their_first_game(db):
    day = factories.tournament(4, rounds=1)
    registration.edit_entry(entry_of(day, 1), entry_of(day, 1).name, consented_at=timezone.now())
    registration.add_member(entry_of(day, 1), "Pat Saint-Hilaire", by=None)
    assert (entry_of(day, 1).kind, entry_of(day, 1).team) == ("team", ["Réal O'Brien", "Pat Saint-Hilaire"])
    assert registration.public_names(day)[1] == "Réal O'Brien / Pat S."
    factories.open_round(day)
    with pytest.raises(DomainError) as refused:
        registration.add_member(entry_of(day, 2), "Rita Roy", by=None)
    assert refused.value.code == "already_seated"


def test_each_member_consents_to_own_full_name(day):
    assert registration.public_names(day)[1] == "Réal O. / Huguette C."
    registration.edit_member(entry_of(day, 1), 2, "Huguette Côté", agrees=True)
    registration.edit_member(entry_of(day, 2), 1, "Noëlla L'Écuyer", agrees=True)
    names = registration.public_names(day)
    assert names[1] == "Réal O. / Huguette Côté"
    assert names[2] == "Les Valets (Noëlla L'Écuyer, Zéphirin S.)"


def test_restored_copy_has_same_teams(day):
    factories.play_round(day, 1)
    registration.replace_member(entry_of(day, 1), 2, "Pat Saint-Hilaire", by=None)
    before = export_tournament(day, [])
    content = copies.open_copy(copies.seal_copy(copies.pack(day)))
    assert export_tournament(copies.restore(content, by=None), []) == before


def test_next_tournament_copies_teams_with_current_members(day):
    factories.play_round(day, 1)
    registration.replace_member(entry_of(day, 1), 2, "Pat Saint-Hilaire", by=None)
    then = factories.tournament(0, rounds=3, tables=2)
    registration.copy_people(then, day, by=None)
    assert [entry.name for entry in then.entries.all()] == [
        "Réal O'Brien / Pat Saint-Hilaire",
        "Les Valets",
        "Françoise D’Amour / Marie-Claude Gagné",
        "Les Dames",
    ]
    assert then.entries.get(number=2).team == ["Noëlla L'Écuyer", "Zéphirin Saint-Hilaire"]
    known = Player.objects.filter(name="Noëlla L'Écuyer", organisation=then.organisation)
    assert known.count() == 1


def test_each_member_is_on_sheet_and_has_badge(day):
    round_ = factories.open_round(day)
    found = {row.entry.number: row for row in rounds.sheet(round_)}
    assert "saint-hilaire zephirin" in found[2].found_by
    assert found[2].name == "Les Valets (Noëlla L'Écuyer, Zéphirin Saint-Hilaire)"
    for kind, each in (("seating_by_name", 1), ("badges", 1), ("slips", 1)):
        args = {"language": "en", "base": ""} | ({"round": 1} if registry.type_of(kind).needs_round else {})
        content, _name = printing.draw(jobs.claim(printing.request(day, kind, args).pk))
        text = " ".join(texts(content))
        for surname in ("Écuyer", "Saint-Hilaire", "Brien", "Côté", "Gagné"):
            assert text.count(surname) >= each, (kind, surname)


def test_unnamed_team_is_called_by_family_names():
    names = ["Réal O'Brien", "Noëlla L'Écuyer", "Zéphirin Saint-Hilaire"]
    assert teams.composed_name(names) == "O'Brien / L'Écuyer / Saint-Hilaire"


SIX_NAMES = ["Réal O'Brien", "Noëlla L'Écuyer", "Léo Saint-Hilaire", "Aline Roy", "Luc Côté", "Zoé D'Amour"]


def test_large_unnamed_team_is_called_by_first_members(db, client):
    made = factories.tournament(0, rounds=1, tables=1)
    entry = registration.add_team(made, "", [NewMember(name) for name in SIX_NAMES], club="Sorel")
    registration.add_team(made, "Les Dames", [NewMember(f"Ève {name}") for name in SIX_NAMES], club="Sorel")
    assert entry.name == "O'Brien / L'Écuyer + 4"
    assert not registration.is_named(entry)
    factories.play_round(made, 1)
    page = client.get(f"/t/{made.slug}/").content.decode()
    assert escape(entry.name) in page and escape(SIX_NAMES[5]) not in page
    for path in ("players/1/why/", "players/1/"):
        text = client.get(f"/t/{made.slug}/{path}").content.decode()
        assert all(escape(name) in text for name in SIX_NAMES), path
    job = printing.request(made, "standings", {"language": "fr-ca", "base": ""})
    content, _name = printing.draw(jobs.claim(job.pk))
    assert "+ 4" in " ".join(texts(content))


def test_public_name_of_large_team_follows_consent(db, client, settings):
    settings.SHORT_NAMES = True
    made = factories.tournament(0, rounds=1, tables=1)
    for some in (SIX_NAMES, [f"Ève {name}" for name in SIX_NAMES]):
        registration.add_team(made, "", [NewMember(name) for name in some], club="Sorel")
    factories.play_round(made, 1)
    text = "".join(client.get(f"/t/{made.slug}/{path}").content.decode() for path in ("", "players/1/why/"))
    assert "Zoé D." in text and "Réal O. / Noëlla L. + 4" in text
    assert not [name for name in SIX_NAMES if escape(name) in text]


def test_composed_name_of_older_program_is_no_team_name(db):
    made = factories.tournament(0)
    entry = registration.add_team(made, "", [NewMember(name) for name in SIX_NAMES])
    entry.name = "O'Brien / L'Écuyer / Saint-Hilaire / Roy / Côté / D'Amour"
    entry.save()
    assert not registration.is_named(entry)
    assert registration.names_in_hall(made)[1] == entry.name


@pytest.mark.parametrize("members", [2, 8])
@pytest.mark.parametrize("format_key", ["fadoq-15", "points-swiss", "points-round-robin"])
def test_team_tournament_can_be_simulated(db, tmp_path, members, format_key):
    export = tmp_path / "day.json"
    options = {"players": 8, "members": members, "format": format_key, "export": export}
    call_command("simulate", rounds=3, **options, stdout=io.StringIO())
    data = json.loads(export.read_text(encoding="utf-8"))
    assert {len(one["members"]) for one in data["entries"]} == {members}
    assert len(data["standings"]) == 8


class TestPages:
    """The door, in a browser of the director."""

    def test_a_list_of_pairs_is_pasted_and_entered(self, desk, tournament):
        pages = Browser(desk, tournament)
        pages.paste(
            "Joueur 1;Joueur 2;Équipe\nRéal O'Brien;Huguette Côté;\n"
            "Noëlla L'Écuyer;Zéphirin Saint-Hilaire;Les Valets\n"
        )
        pages.look()
        pages.enter()
        assert [(entry.name, entry.team) for entry in tournament.entries.all()] == [
            ("Réal O'Brien / Huguette Côté", ["Réal O'Brien", "Huguette Côté"]),
            ("Les Valets", ["Noëlla L'Écuyer", "Zéphirin Saint-Hilaire"]),
        ]

    def test_rows_with_same_team_name_are_one_team(self, desk, tournament):
        pages = Browser(desk, tournament)
        pages.paste("Nom;Club;Équipe\nRéal O'Brien;Sorel;1\nHuguette Côté;Sorel;2\nPat L'Écuyer;Tracy;1\n")
        page = pages.look()
        assert page_reader.data(page, "code") == ["team_size"]  # Huguette has no partner
        pages.enter()
        (pair,) = tournament.entries.all()
        assert (pair.name, pair.club) == ("Réal O'Brien / Pat L'Écuyer", "Sorel")

    def test_partners_in_one_row_can_be_declared_a_team(self, desk, tournament):
        pages = Browser(desk, tournament)
        pages.paste("Joueur;Partenaire\nRéal O'Brien;Huguette Côté\n")
        pages.look()
        desk.post(pages.url, {"token": pages.token, "together-known": "1", "together": "1"})
        pages.look()
        pages.enter()
        assert [entry.team for entry in tournament.entries.all()] == [["Réal O'Brien", "Huguette Côté"]]

    def test_refused_partner_leaves_out_whole_row(self, desk, tournament):
        pages = Browser(desk, tournament)
        pages.paste(
            f"Joueur 1;Joueur 2;Équipe\nRéal O'Brien;{'R' * 121};Les As\nAline Roy;Rita Roy;Les Rois\n"
        )
        page = pages.look()
        assert "name_too_long" in page_reader.data(page, "code")
        pages.enter()
        assert [entry.name for entry in tournament.entries.all()] == ["Les Rois"]

    def test_pair_form_keeps_input_when_refused(self, desk, tournament):
        url = reverse("teams", args=[tournament.slug])
        typed = {"members": "2", "mate_1": "Réal O'Brien", "mate_2": "Réal O'Brien", "club": "Sorel"}
        refused = desk.post(url, typed)
        assert refused.status_code == 422
        assert "member_twice" in page_reader.data(refused, "code")
        assert refused.context["form"]["mate_2"].value() == "Réal O'Brien"
        desk.post(url, typed | {"mate_2": "Huguette Côté", "name": "Les As"})
        (pair,) = tournament.entries.all()
        assert (pair.name, pair.team, pair.kind) == ("Les As", ["Réal O'Brien", "Huguette Côté"], "team")

    def test_team_page_edits_replaces_and_adds_members(self, desk, tournament):
        pair = registration.add_team(tournament, "", [NewMember("Réal O'Brien"), NewMember("Huguete Côté")])

        def post(address, *args, **typed):
            answer = desk.post(reverse(address, args=[tournament.slug, pair.number, *args]), typed)
            assert answer.status_code == 302
            pair.refresh_from_db()

        post("entry_member", 2, name="Huguette Côté", on_the_internet="full")
        assert pair.team == ["Réal O'Brien", "Huguette Côté"]
        post("entry_substitute", 1, name="Pat L'Écuyer")
        post("entry_join", name="Aline Roy")
        assert pair.team == ["Pat L'Écuyer", "Huguette Côté", "Aline Roy"]
        assert pair.name == "L'Écuyer / Côté / Roy"
        post("entry_substitute", 1, name="")
        assert registration.public_names(tournament)[pair.number] == "Huguette Côté / Aline R."
        page = desk.get(reverse("entry", args=[tournament.slug, pair.number]))
        assert page_reader.data(page, "member") == ["2", "3"]
        post("entry", name="Les As", club="")
        assert pair.name == "Les As"
        post("entry", name="", club="")
        assert pair.name == "Huguette Côté / Aline Roy"

    def test_join_form_keeps_input_if_team_is_full(self, desk, tournament):
        mates = [NewMember(f"Zoé Saint-Hilaire-{letter}") for letter in "ABCDEFGH"]
        full = registration.add_team(tournament, "", mates)
        page = page_reader.parse(
            desk.post(reverse("entry_join", args=[tournament.slug, full.number]), {"name": "Réal O'Brien"})
        )
        assert page.one("#id_join")["value"] == "Réal O'Brien"
        assert [one["data-code"] for one in page.one("#id_join_name_error").all("[data-code]")] == [
            "team_too_large"
        ]

    @pytest.mark.parametrize(
        ("address", "args", "typed", "code", "kept"),
        [
            ("entry_member", [1], {"name": "Huguette Côté"}, "member_twice", "id_member_1_name"),
            ("entry_member", [2], {"name": ""}, "required", "id_member_2_name"),
            ("entry_member", [7], {"name": "Zoé Saint-Hilaire"}, "member_gone", "id_join"),
            ("entry_substitute", [2], {"name": "Réal O'Brien"}, "member_twice", "id_substitute_2_name"),
            ("entry_substitute", [7], {"name": "Pat L'Écuyer"}, "member_gone", "id_join"),
            ("entry_join", [], {"name": "Réal O'Brien"}, "member_twice", "id_join"),
        ],
    )
    def test_member_form_keeps_input_when_refused(self, desk, tournament, address, args, typed, code, kept):
        pair = registration.add_team(tournament, "", [NewMember("Réal O'Brien"), NewMember("Huguette Côté")])
        data = typed | {"on_the_internet": "full"}
        page = desk.post(reverse(address, args=[tournament.slug, pair.number, *args]), data)
        assert page.status_code == 422
        field = page_reader.parse(page).one(f"#{kept}")
        assert (field.get("value") or "", field["aria-invalid"]) == (typed["name"], "true")
        (*_help, fault) = [
            page_reader.parse(page).one(f"#{one}") for one in field["aria-describedby"].split()
        ]
        assert [one["data-code"] for one in fault.all("[data-code]")] == [code]
        if kept.startswith("id_substitute"):
            assert [one for one in page_reader.parse(page).all("details[open]") if one.all(f"#{kept}")]
        if kept == "id_member_1_name":
            chosen = page_reader.parse(page).one("#id_member_1_on_the_internet").one("option[selected]")
            assert chosen["value"] == "full"
        pair.refresh_from_db()
        assert pair.team == ["Réal O'Brien", "Huguette Côté"]

    @pytest.mark.parametrize("export", ["roster_export", "roster_workbook"])
    def test_exported_roster_restores_teams(self, desk, tournament, export):
        registration.add_team(tournament, "Les As", [NewMember("Réal O'Brien"), NewMember("Huguette Côté")])
        registration.add_team(
            tournament, "", [NewMember(name) for name in ("Aline Roy", "Pat L'Écuyer", "Zoé Morin")]
        )
        registration.add_entry(tournament, "Rita Roy")
        found = [(entry.name, entry.team) for entry in tournament.entries.all()]
        file = desk.get(reverse(export, args=[tournament.slug])).content
        for entry in tournament.entries.all():
            registration.remove_entry(entry)
        pages = Browser(desk, tournament)
        pages.bring(file)
        pages.look()
        pages.enter()
        assert [(entry.name, entry.team) for entry in tournament.entries.all()] == found

    def test_standings_name_the_members_of_a_team_with_a_name_once(self, desk, tournament):
        registration.add_team(tournament, "Les As", [NewMember("Réal O'Brien"), NewMember("Huguette Côté")])
        registration.add_team(tournament, "", [NewMember("Aline Roy"), NewMember("Rita Roy")])
        factories.play_round(tournament, 1)
        for address in ("standings", "public"):
            page = desk.get(reverse(address, args=[tournament.slug])).content.decode()
            assert page.count("Huguette Côté") == page.count("Rita Roy") == 1

    def test_at_check_in_a_team_is_found_by_the_name_of_a_member(self, desk, tournament):
        registration.add_team(tournament, "Les As", [NewMember("Réal O'Brien"), NewMember("Huguette Côté")])
        registration.add_entry(tournament, "Aline Roy")
        page = desk.get(reverse("check_in", args=[tournament.slug]), {"q": "cote"})
        assert [guest.entry.name for guest in page.context["guests"]] == ["Les As"]
