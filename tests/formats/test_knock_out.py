"""A whole tournament as a knock-out, from registration to the podium, without games before it."""

import json
import random
import re
from html import unescape

import pytest
from django.urls import reverse

from scoring import DomainError
from tests import factories
from tests.page_reader import codes, data, form_data, message_codes, parse
from tests.papers.paper_text import words
from tests.previewed import post_and_confirm
from tests.web.setup.posting import posted, refusals
from tournaments import formats, registration
from tournaments.common import audit_log
from tournaments.delivery.mail import recipients
from tournaments.finals import playoffs, playoffs_validation
from tournaments.games import criteria
from tournaments.models import Tournament
from tournaments.models.locking import locked
from tournaments.publishing import bracket_rows, card_audit, ceremony, explain, publications, reopening
from tournaments.publishing.outputs import folder, fragment, json_file, press, reports, tables
from tournaments.publishing.outputs.rows import api_data, publication_data
from tournaments.publishing.papers import printing
from tournaments.publishing.papers.paper_types import Paper
from tournaments.publishing.papers.registry import PAPER_TYPES
from tournaments.registration import NewMember, fees, payments
from tournaments.registration.places import clubs_of_places
from tournaments.rounds import stages
from tournaments.standings import standings
from tournaments.transfer import simulated_tournament
from tournaments.web.setup.forms.form import SetupForm
from tournaments.web.tables import standings_table
from tournaments.web.tournament_rows import with_state

pytestmark = pytest.mark.django_db
KEY = "cribbage-knock-out"


@pytest.fixture
def lise(client):
    client.cookies["django_language"] = "en"
    client.force_login(factories.director())
    return client


def create_on_page(client, **typed):
    """Create a tournament on the set-up page, as a browser without scripts sends it."""
    form = SetupForm()
    given = {"name": "Tournoi de L'Ange-Gardien", "format": KEY, "playoffs_games": "1", **typed}
    answer = client.post("/new/", posted(form, **given))
    assert answer.status_code == 302, refusals(answer)
    return Tournament.objects.get(name=given["name"])


def enter(tournament, names):
    registration.add_entries(tournament, [registration.Draft(name) for name in names])
    registration.check_in_all(tournament, list(tournament.entries.values_list("number", flat=True)))


PEOPLE = ["Réal O'Brien", "Aline L'Écuyer", "Noëlla Saint-Hilaire", "Yvon Côté", "Léo D'Amour"]


def draw_paper(tournament, key, **asked):
    """Return a paper as it is printed."""
    return PAPER_TYPES[key].draw(
        Paper(tournament, {"base": "http://cheville.example", **asked}, lambda done: None)
    )


def test_knock_out_from_setup_to_podium(lise):
    tournament = create_on_page(lise)
    assert tournament.stages.get().rules["rounds"] == 0
    assert playoffs.declared_rules(tournament) == formats.playoffs("everybody", games=1)
    enter(tournament, PEOPLE)
    for path in (
        "",
        "setup/",
        "registration/",
        "rounds/",
        "desk/",
        "tablets/",
        "medals/",
        "papers/",
        "prizes/",
        "bracket/",
    ):
        assert lise.get(f"/t/{tournament.slug}/{path}").status_code == 200, path
    seen = lise.get(f"/t/{tournament.slug}/medals/")
    assert "playoffs_not_begun" in codes(seen)
    assert b"data-cards" not in seen.content, "there are no cards to read back"
    post_and_confirm(lise, f"/t/{tournament.slug}/playoffs/begin/")
    assert playoffs.playoff_stage(tournament)
    found = simulated_tournament.play_playoffs(tournament, chance=random.Random(1), by=None)
    assert found == playoffs_validation.playoff_faults(tournament) == []
    for path in ("", "desk/", "standings/", "medals/", "bracket/", "statistics/", "tables/", "players/1/"):
        assert lise.get(f"/t/{tournament.slug}/{path}").status_code in (200, 404), path
    ranks = sorted(row.rank for row in standings(tournament).rows)
    assert ranks == [1, 2, 3, 3, 5]
    assert (
        card_audit.official_obstacles(tournament, card_audit.readings(tournament, standings(tournament)))
        == []
    )
    lise.post(
        f"/t/{tournament.slug}/medals/official/",
        {"version": Tournament.objects.get(pk=tournament.pk).version},
    )
    assert publications.official_publication(tournament)
    assert lise.get(f"/t/{tournament.slug}/podium/").status_code == 200
    assert [row.rank for row in ceremony.on_podium(standings(tournament))] == [1, 2, 3, 3]
    for path in ("", "standings/", "screen/"):
        html = lise.get(f"/t/{tournament.slug}/{path}").content.decode()
        assert html.count("O&#x27;Brien") >= 1, path


def test_papers_and_site_of_a_knock_out():
    tournament = factories.simulated(9, KEY, seed=2)
    simulated_tournament.play(tournament, seed=3, by=None)
    rules = stages.qualifying(tournament).rules
    wanted = {
        key
        for key, kind in PAPER_TYPES.items()
        if kind.applies_to(rules) and not kind.missing(tournament) and not kind.needs_round
    }
    assert {"bracket", "standings", "medal_papers", "rules", "badges"} <= wanted
    assert not wanted & {"scorecards_blank", "scorecards_filled", "slips_ahead"}
    for key in wanted:
        assert (
            PAPER_TYPES[key].draw(Paper(tournament, {"base": "http://cheville.example"}, lambda done: None))[
                :4
            ]
            == b"%PDF"
        )
    with pytest.raises(DomainError):
        printing.request(tournament, "scorecards_blank", {"language": "en", "base": ""})
    files = dict(folder.publication_files(publication_data(tournament)))
    assert "fr/bracket.html" in files


def test_knock_out_shows_no_points_or_wins(client):
    tournament = factories.simulated(6, KEY, seed=2)
    simulated_tournament.play(tournament, seed=3, by=None)
    publications.publish(tournament, official=True, by=None)
    shown = publications.published_standings(publications.official_publication(tournament))
    table = standings_table(tournament, shown)
    assert [column.name for column in table.columns] == ["rank", "name"]
    assert [bool(row.record["how"]) for row in table.rows] == [True] * 6
    for path in ("", "standings/", "screen/", "players/1/"):
        answer = client.get(f"/t/{tournament.slug}/{path}")
        assert answer.status_code in (200, 302), path
    gathered = publication_data(tournament)
    assert gathered.columns == []
    assert [len(row) for row in tables.standings(gathered).lines] == [5] * 7
    files = dict(folder.publication_files(gathered))
    pages = [name for name in files if name.endswith((".txt", ".html")) and "/rules." not in name]
    nothing = "|".join(criteria.value_with_unit(0, code) for code in ("pegged", "won"))
    assert [name for name in pages if re.search(rf"(?<!\d)({nothing})", files[name].decode())] == []
    for row in shown.rows:
        assert explain.explain(row, shown).lower().count(explain.standing_text(row, shown)) == 1
    found = json.loads(files[f"data/{tournament.slug}-2.json"])["standings"]
    assert {"games_won", "games"} <= found[0].keys()


def _ranks_in_files(gathered):
    """Return the ranks in the table of the standings, in a report, and in the JSON."""
    return [
        {line[0] for line in tables.standings(gathered).rows},
        {line[0] for line in reports.table(gathered, "acc", {}).rows},
        {line["rank"] for line in json_file.export_content(gathered)["standings"]},
    ]


def test_ranks_are_published_only_after_the_bracket(lise):
    tournament = create_on_page(lise)
    enter(tournament, PEOPLE)
    registration.categories.save_categories(tournament, [(None, "Femmes d'à côté", True)], by=None)
    tournament.refresh_from_db()
    (women,) = registration.categories.categories_of(tournament)
    tournament.entries.update(categories=[women.id])
    playoffs.start_playoffs(tournament, seed=1, by=None)
    public, paper = f"/t/{tournament.slug}/", f"/t/{tournament.slug}/standings.pdf"
    assert paper not in lise.get(public).content.decode()
    assert lise.get(paper).status_code == 302
    shown = standings(tournament)
    assert not shown.has_places
    assert {explain.explain(row, shown).lower() for row in shown.rows} == {
        f"{explain.standing_text(shown.rows[0], shown)}."
    }, "no sentence says that a rank is shared"
    assert {row.get_cell("rank") for row in standings_table(tournament, shown).rows} == {
        '<span class="rank">–</span>'
    }
    provisional = words(draw_paper(tournament, "standings"))
    assert provisional.count("–") >= len(PEOPLE), "a dash instead of a rank"
    gathered = api_data(tournament, full_names=True)
    found = press.long(gathered)
    assert found.startswith(f"{tournament.name}\n")
    assert "1. " not in found
    assert gathered.categories and women.name not in unescape(fragment.fragment_html(gathered, "fr"))
    while open_meetings := list(playoffs.open_meetings(tournament)):
        assert _ranks_in_files(api_data(tournament, full_names=True)) == [{None}] * 3
        for meeting in open_meetings:
            simulated_tournament.play_on(meeting, 1, random.Random(1), None)
        playoffs.advance(tournament, by=None)
    over = fragment.fragment_html(api_data(tournament, full_names=True), "fr")
    assert women.name in unescape(over)
    assert paper in lise.get(public).content.decode()
    assert lise.get(paper)["Content-Type"] == "application/pdf"
    assert _ranks_in_files(api_data(tournament, full_names=True)) == [{1, 2, 3, 5}] * 3


def test_match_papers_are_labelled_with_the_match(lise):
    tournament = create_on_page(lise)
    enter(tournament, PEOPLE)
    playoffs.start_playoffs(tournament, seed=1, by=None)
    meeting = playoffs.open_meetings(tournament).first()
    asked = {"stage": meeting.round.stage.order, "round": meeting.round.number}
    slip = Paper(tournament, {"base": "http://cheville.example", **asked}, lambda done: None)
    matches_of_medals = Paper(
        tournament, {"base": "", "stage": 1, "round": meeting.round.number}, lambda done: None
    )
    assert str(meeting.round.number) in slip.label != matches_of_medals.label
    for key in ("game_papers", "slips", "seating"):
        assert slip.label in words(draw_paper(tournament, key, **asked))


def test_bracket_paper_shows_full_names(lise):
    long = [
        "Jean-François Côté-Beauchemin",
        "Marie-Claude L'Écuyer-Saint-Hilaire",
        *PEOPLE,
        "Raymond Bouchard",
    ]
    tournament = create_on_page(lise, playoffs_double="twice")
    enter(tournament, long)
    playoffs.start_playoffs(tournament, seed=1, by=None)
    shown = words(draw_paper(tournament, "bracket")).replace("- ", "-")  # a double name may be broken
    assert "…" not in shown
    assert all(word in shown for name in long for word in name.split())


def test_seeds_follow_registration_or_lot(lise):
    tournament = create_on_page(lise, playoffs_seeds="registration")
    enter(tournament, PEOPLE)
    stage = playoffs.start_playoffs(tournament, seed=5, by=None)
    assert list(stage.stage_entries.values_list("entry__number", flat=True)) == [1, 2, 3, 4, 5]
    other = create_on_page(lise, name="Au sort")
    enter(other, PEOPLE)
    found, asked = playoffs.playoff_field(other), playoffs.declared_rules(other)
    seeds = {tuple(playoffs.draw_seeds(found, asked, seed)[0]) for seed in range(9)}
    assert len(seeds) > 1


def test_knock_out_ignores_rules_of_rounds(lise):
    typed = {"rounds": "15", "playoffs_who": "quarter", "missed": "", "dinner": "60", "dinner_after": "7"}
    leaving = {"made_up": "on", "withdrawn": "removed", "protest_minutes": "20", "rank_by": "match_points"}
    tournament = create_on_page(lise, **typed, **leaving)
    rules = tournament.stages.get().rules
    assert rules["rounds"] == 0
    assert not rules.get("made_up") and not rules.get("protest_minutes")
    assert (rules["withdrawn"], rules["criteria"][0]) == ("stand", "pegged")
    assert rules["playoffs"]["who"] == "everybody"
    assert [pause["code"] for pause in rules["breaks"]] == ["welcome"]
    assert (
        lise.post(f"/t/{tournament.slug}/setup/", posted(SetupForm(tournament=tournament))).status_code == 302
    )
    other = create_on_page(
        lise, name="Une journée", format=formats.FIRST, rounds="15", playoffs_seeds="registration"
    )
    assert playoffs.declared_rules(other) is None


def test_third_place_match_is_optional(lise):
    tournament = create_on_page(lise)
    enter(tournament, PEOPLE)
    playoffs.start_playoffs(tournament, seed=1, by=None)
    assert "T" not in bracket_rows.bracket_rows_of(tournament).by_id


def test_one_entry_cannot_begin_a_bracket(lise):
    tournament = create_on_page(lise)
    enter(tournament, PEOPLE[:1])
    assert playoffs.start_obstacle(tournament, playoffs.playoff_field(tournament)).code == "playoffs_so_many"


@pytest.mark.parametrize(
    "asked",
    [{"double": True}, {"consolation": "losers"}, {"third_place": True, "consolation": "losers"}],
)
def test_kinds_of_knock_out_are_played_to_the_end(asked):
    rules = formats.playoffs("everybody", games=1, **asked)
    tournament = factories.simulated(13, KEY, seed=2, playoffs=rules)
    assert simulated_tournament.play(tournament, seed=3, by=None).faults == []
    assert publications.official_publication(tournament)


@pytest.fixture
def drawn(lise):
    """Return a knock-out of five that costs $10.00, with its bracket drawn."""
    tournament = factories.tournament(5, key=KEY, by=factories.director("odile"))
    fees.save_fees(tournament, fees.Fees(1000), by=None)
    playoffs.start_playoffs(tournament, seed=2, by=None)
    lise.force_login(factories.director_of(tournament))
    return Tournament.objects.get(pk=tournament.pk)


def go(tournament, number, way):
    """Have an entry leave a drawn bracket, or be left out, as earlier programs recorded it."""
    entry = factories.entry(tournament, number)
    args, intervals = {"from_round": 1}, [[1, None, ""]]
    if way == "leaves":
        kind, args, before = "withdraw", args | {"entry": number, "reason": "withdrawn"}, intervals
    else:
        kind, args, before = "leave_out", args | {"entries": [number]}, {str(number): intervals}
    with locked(tournament) as tournament:
        entry.presences.all().delete()
        return audit_log.record(tournament, kind, args, by=None, inverse={"intervals": before})


def ranked(tournament):
    return sorted(row.number for row in standings(tournament).rows)


def owed(tournament, number):
    return payments.account_of(factories.entry(tournament, number)).due


def links(shown):
    return [link["href"] for link in parse(shown).all("a[href]")]


GONE = pytest.mark.parametrize("way", ["leaves", "left out"])


@pytest.mark.both_databases
@GONE
def test_who_leaves_once_the_bracket_is_drawn_stays_in_the_standings(drawn, way):
    gone = playoffs.open_meetings(drawn).first().seats.first().entry.number
    go(drawn, gone, way)
    assert owed(drawn, gone) == 1000
    simulated_tournament.play_playoffs(drawn, chance=random.Random(1), by=None)
    assert [row.rank for row in standings(drawn).rows] == [1, 2, 3, 3, 5]
    assert ranked(drawn) == [1, 2, 3, 4, 5]


def test_who_leaves_once_the_bracket_is_drawn_is_counted_and_written_to(drawn):
    go(drawn, 3, "leaves")
    assert len(clubs_of_places(drawn)) == 5
    assert len(recipients.people(drawn)) == 5
    assert with_state(Tournament.objects.filter(pk=drawn.pk)).get().people == 5


@GONE
def test_who_leaves_once_the_bracket_is_drawn_is_not_here(lise, drawn, way):
    act = go(drawn, 3, way)
    assert [one.number for one in registration.present(drawn, 1)] == [1, 2, 4, 5]
    roster = lise.get(reverse("registration", args=[drawn.slug])).context
    assert [row.entry.number for row in roster["rows"] if row.away] == [3]
    assert (roster["players"], roster["away"]) == (4, 1)
    guests = lise.get(reverse("check_in", args=[drawn.slug])).context
    expected = [one.entry.number for one in guests["guests"] if one.state not in ("away", "left")]
    assert sorted(expected) == [1, 2, 4, 5]
    audit_log.undo(drawn.acts.get(kind="playoffs"), by=None)
    audit_log.undo(act, by=None)
    assert len(registration.present(drawn, 1)) == 5


@pytest.fixture
def undrawn(lise):
    """Return a knock-out of five of whom the first two have come, before its bracket is drawn."""
    tournament = factories.tournament(5, key=KEY, by=factories.director("odile"))
    registration.check_in_all(tournament, [1, 2])
    lise.force_login(factories.director_of(tournament))
    return tournament


def numbers_here(tournament):
    return [one.number for one in registration.present(tournament, 1)]


def test_people_who_are_missing_are_not_left_out_of_a_bracket_drawn_meanwhile(lise, undrawn):
    address = reverse("check_in_absent", args=[undrawn.slug])
    typed = form_data(lise.get(reverse("check_in", args=[undrawn.slug])), address)
    playoffs.start_playoffs(undrawn, seed=2, by=None)
    assert message_codes(lise.post(address, typed, follow=True)) == ["bracket_drawn"]
    assert numbers_here(undrawn) == [1, 2, 3, 4, 5]
    assert not registration.keys_of_awaited(undrawn)


@pytest.mark.parametrize("way", ["leaves", "arrives"])
def test_no_person_leaves_or_arrives_at_a_bracket_drawn_meanwhile(lise, undrawn, way):
    registration.withdraw(factories.entry(undrawn, 3), from_round=1, by=None)
    address = reverse(f"entry_{way}", args=[undrawn.slug, 5 if way == "leaves" else 3])
    typed = form_data(lise.get(address), address)
    playoffs.start_playoffs(undrawn, seed=2, by=None)
    answer = lise.post(address, typed)
    assert (answer.status_code, codes(answer)[0]) == (422, "bracket_drawn")
    assert numbers_here(undrawn) == [1, 2, 4, 5]
    audit_log.undo(undrawn.acts.get(kind="playoffs"), by=None)
    assert lise.post(address, typed).status_code == 302
    assert numbers_here(undrawn) == ([1, 2, 4] if way == "leaves" else [1, 2, 3, 4, 5])


def test_who_was_left_out_of_a_bracket_returns_once_it_is_taken_back(lise, undrawn):
    missing = list(undrawn.entries.filter(checked_in_at=None))
    left_out = registration.leave_out(undrawn, missing, by=None)
    left = registration.withdraw(factories.entry(undrawn, 2), from_round=1, by=None)
    registration.add_entry(undrawn, "Rita Roy")
    playoffs.start_playoffs(undrawn, seed=2, by=None)
    for act in (left, left_out):
        assert audit_log.undo_obstacle(act).code == "bracket_drawn"
    reopening.reopen(undrawn, seen=reopening.ending(undrawn).identity, by=None)
    for act in (left, left_out):
        audit_log.undo(act, by=None)
    assert numbers_here(undrawn) == [1, 2, 3, 4, 5, 6]


def test_people_leave_and_arrive_until_the_bracket_is_drawn(lise):
    tournament = factories.tournament(5, key=KEY, by=factories.director("odile"))
    lise.force_login(factories.director_of(tournament))
    registration.leave_out(tournament, [factories.entry(tournament, 3)], by=None)
    arrives, leaves = (reverse(f"entry_{way}", args=[tournament.slug, 3]) for way in ("arrives", "leaves"))
    person = reverse("entry", args=[tournament.slug, 3])
    check_in = reverse("check_in", args=[tournament.slug])
    shown = lise.get(arrives)
    assert codes(shown, "#what-changes") == ["players"], "a bracket has byes, so an odd number is no matter"
    assert arrives in links(lise.get(person))
    lise.post(arrives, form_data(shown, arrives))
    assert len(registration.present(tournament, 1)) == 5
    assert leaves in links(lise.get(person)) and form_data(lise.get(leaves), leaves)
    assert data(lise.get(check_in), "missing")
    playoffs.start_playoffs(tournament, seed=2, by=None)
    assert leaves not in links(lise.get(person))
    assert not lise.get(leaves).context["choices"]
    assert not data(lise.get(check_in), "missing")


def test_who_leaves_before_the_bracket_is_drawn_is_not_in_it():
    tournament = factories.tournament(5, key=KEY)
    registration.withdraw(factories.entry(tournament, 3), from_round=1, by=None)
    stage = playoffs.start_playoffs(tournament, seed=2, by=None)
    assert 3 not in stage.stage_entries.values_list("entry__number", flat=True)
    assert 3 not in standings(tournament).by_number


@GONE
@pytest.mark.parametrize("taken_back", ["undone", "reopened"])
def test_who_left_after_a_draw_that_is_repeated_was_never_in_it(drawn, way, taken_back):
    go(drawn, 3, way)
    if taken_back == "undone":
        audit_log.undo(drawn.acts.get(kind="playoffs"), by=None)
    else:
        reopening.reopen(drawn, seen=reopening.ending(drawn).identity, by=None)
    assert ranked(drawn) == [1, 2, 4, 5]
    stage = playoffs.start_playoffs(drawn, seed=2, by=None)
    assert sorted(stage.stage_entries.values_list("entry__number", flat=True)) == [1, 2, 4, 5]
    assert ranked(drawn) == [1, 2, 4, 5]
    assert owed(drawn, 3) == (0 if way == "leaves" else 1000), "who may still arrive owes it"


def test_who_was_drawn_with_a_bye_is_not_struck_off(client):
    tournament = factories.tournament(5, key=KEY, by=factories.director("odile"))
    playoffs.start_playoffs(tournament, seed=2, by=None)
    entry = tournament.entries.filter(seats=None).first()
    audit_log.undo(tournament.acts.get(kind="playoffs"), by=None)
    with pytest.raises(DomainError, match="already_seated"):
        registration.remove_entry(entry)
    client.force_login(factories.director_of(tournament))
    page = client.get(reverse("entry", args=[tournament.slug, entry.number]))
    assert not page.context["may_strike"]


def with_bye(tournament):
    """Draw the bracket of a knock-out; return an entry that has a bye in its first round."""
    playoffs.start_playoffs(tournament, seed=2, by=None)
    return tournament.entries.filter(seats=None).first()


def test_a_member_who_joins_a_team_with_a_bye_is_recorded():
    tournament = factories.tournament(0, key=KEY, tables=2)
    for name in ("Roy", "Côté", "O'Brien"):
        registration.add_team(tournament, "", [NewMember(f"{first} {name}") for first in ("Zoé", "Pat")])
    team = with_bye(tournament)
    act = registration.add_member(team, "Rita L'Écuyer", by=None)
    audit_log.undo(act, by=None)
    assert [one.player.name for one in registration.all_members(team)] == team.team


def test_a_person_with_a_bye_becomes_no_team(lise):
    tournament = factories.tournament(3, key=KEY, by=factories.director("odile"))
    lise.force_login(factories.director_of(tournament))
    entry = with_bye(tournament)
    page = parse(lise.post(reverse("entry_join", args=[tournament.slug, entry.number]), {"name": "Rita Roy"}))
    assert page.one("#id_join")["value"] == "Rita Roy"
    assert [one["data-code"] for one in page.one("#id_join_name_error").all("[data-code]")] == [
        "already_seated"
    ]
    assert factories.entry(tournament, entry.number).kind == "player"
