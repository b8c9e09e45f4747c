"""The papers on the screen: those that can be made, reasons why not, progress, and the file."""

import io
import re
from dataclasses import replace
from pathlib import Path

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from PIL import Image

from tests import factories
from tests.page_reader import codes, data, message_codes, worded
from tests.page_reader import parse as page_of
from tests.papers.paper_text import words
from tournaments import registration, rounds
from tournaments.common import audit_log, jobs
from tournaments.models import Job, Line, WrongGuess
from tournaments.publishing import prizes, publications
from tournaments.publishing.papers import paper_pictures, paper_types, printing, registry
from tournaments.registration import questions
from tournaments.rounds import stages
from tournaments.standings import club_teams
from tournaments.transfer import simulated_tournament

pytestmark = pytest.mark.django_db
ICONS = Path(__file__).resolve().parents[3] / "static" / "icons"


def paper_jobs():
    """Return the jobs of papers; copies are jobs as well."""
    return Job.objects.exclude(kind=jobs.COPY)


def page(client, tournament, path="papers/"):
    response = client.get(f"/t/{tournament.slug}/{path}")
    assert response.status_code == 200
    return response.content.decode()


def request_paper(client, tournament, kind, **fields):
    return client.post(f"/t/{tournament.slug}/papers/make/{kind}/", fields, follow=True).content.decode()


def test_every_paper_is_listed_or_gives_a_reason(director, tournament):
    html = page(director, tournament)
    for key, kind in registry.PAPER_TYPES.items():
        assert (f'id="paper-{key}"' in html) == kind.applies_to(stages.qualifying(tournament).rules)
    assert codes(html).count("no_game_seated") == 2
    assert codes(html).count("no_result") == 2
    assert codes(html).count("no_prizes") == 2
    club_teams.declare(tournament, club_teams.ClubDeclaration(), by=None)
    factories.play_round(tournament, 1)
    questions.save_questions(tournament, [(None, "Repas", ["Poulet", "Poisson"])], by=None)
    publications.publish(tournament, official=True, by=None)
    prizes.save_prizes(
        tournament, [prizes.Prize(0, prizes.RANK, 0, 1, "Trophée", 0)], one_each=False, by=None
    )
    html = page(director, tournament)
    assert "aria-disabled" not in html
    assert "Game 1" in html


def test_papers_needed_now_and_later_follow_the_tournament(director, tournament):
    html = page(director, tournament)
    now, later = data(html, "now"), data(html, "later")
    assert now == ["day_before", "rules", "door_list"]
    assert len(later) == 3 and not set(later) & set(now)
    request_paper(director, tournament, "rules")
    moved = data(page(director, tournament), "now")
    assert moved == [now[0], now[2], later[0]], "a paper that is being made makes room for the next"
    jobs.cancel(paper_jobs().get())
    assert data(page(director, tournament), "now") == now
    factories.open_round(tournament, 1)
    assert data(page(director, tournament), "now") == ["game_papers", "seating", "slips"]
    request_paper(director, tournament, "game_papers", round="1-1")
    assert data(page(director, tournament), "now") == [], "the set has all of the game"
    jobs.cancel(paper_jobs().get(kind="game_papers"))
    request_paper(director, tournament, "seating", round="1-1")
    assert data(page(director, tournament), "now") == ["game_papers", "slips"]
    request_paper(director, tournament, "slips", round="1-1")
    assert data(page(director, tournament), "now") == [], "one by one they are all of the game as well"


def test_needed_papers_after_a_game_and_at_the_end(director):
    tournament = factories.tournament(4, rounds=2)
    director.force_login(factories.organiser(tournament, "end"))
    factories.play_round(tournament, 1)
    assert data(page(director, tournament), "now")[0] == "standings"
    request_paper(director, tournament, "standings")
    assert "standings" not in data(page(director, tournament), "now")
    factories.play_round(tournament, 2)
    assert "standings" in data(page(director, tournament), "now"), "those of before this game are not enough"
    publications.publish(tournament, official=True, by=None)
    assert data(page(director, tournament), "now") == ["medal_papers", "standings", "prize_list"]
    for kind in ("standings", "prize_list"):
        request_paper(director, tournament, kind)
    assert data(page(director, tournament), "now")[0] == "medal_papers", "it has the certificates as well"


def print_waiting():
    for job in paper_jobs().filter(state="waiting"):
        printing.print_job(job.pk)


def listed_papers(client, tournament):
    """Return, of each paper that was asked for, the title and whether it is out of date, the newest first."""
    rows = page_of(page(client, tournament, "papers/rows/")).all(".paper-job")
    return [
        (row.one("h3").words, "data-outdated" in [a for one in row.all("span") for a in one.attributes])
        for row in rows
    ]


def test_printed_standings_are_outdated_after_the_next_game(director, tournament):
    factories.play_round(tournament, 1)
    request_paper(director, tournament, "standings", language="en", size="small")
    print_waiting()
    ((first, outdated),) = listed_papers(director, tournament)
    assert "after game 1" in first and not outdated
    round_ = factories.open_round(tournament, 2)
    for table in (1, 2, 3, 4):
        factories.enter(factories.meeting_at(round_, table), [121, 70])
    assert listed_papers(director, tournament) == [(first, False)], (
        "the game that is being played is on no paper"
    )
    rounds.close_round(round_, by=None)
    assert listed_papers(director, tournament) == [(first, True)]
    (again,) = page_of(page(director, tournament)).all("form[data-once]")
    fields = {field["name"]: field["value"] for field in again.all("input")}
    director.post(again["action"], fields, follow=True)
    print_waiting()
    (second, fresh), old = listed_papers(director, tournament)
    assert "after game 2" in second and not fresh and old == (first, True)
    newest, oldest = paper_jobs()
    assert {**newest.args, "version": 0, "after": 0} == {**oldest.args, "version": 0, "after": 0}
    publications.publish(tournament, official=True, by=None)
    assert [stale for _title, stale in listed_papers(director, tournament)] == [True, True]


def test_correction_makes_printed_standings_outdated(director, tournament):
    round_ = factories.play_round(tournament, 1)
    request_paper(director, tournament, "standings")
    print_waiting()
    assert "standings" not in data(page(director, tournament), "now")
    meeting = factories.meeting_at(round_, 1)
    factories.enter(
        meeting, [121, 60], nonce="corrected", kind=Line.Kind.CORRECTION, basis=meeting.lines.last().number
    )
    assert data(page(director, tournament), "now")[0] == "standings"
    assert [stale for _title, stale in listed_papers(director, tournament)] == [True]


def test_reopened_game_makes_printed_standings_outdated(director, tournament):
    factories.play_round(tournament, 1)
    round_ = factories.play_round(tournament, 2)
    request_paper(director, tournament, "standings", language="en")
    print_waiting()
    audit_log.undo(audit_log.last_undoable(tournament), by=None)
    round_.refresh_from_db()
    assert round_.state == "open"
    ((title, outdated),) = listed_papers(director, tournament)
    assert "after game 2" in title and outdated


def test_changed_seats_make_papers_of_the_game_outdated(director, tournament):
    round_ = factories.open_round(tournament, 1)
    for kind in ("seating", "slips"):
        request_paper(director, tournament, kind, round="1-1")
    request_paper(director, tournament, "slips", round="1-1", **{"which-slips": "spare"})
    print_waiting()
    assert [stale for _title, stale in listed_papers(director, tournament)] == [False] * 3
    one, other = (factories.meeting_at(round_, table).seats.first().entry.number for table in (1, 2))
    rounds.swap(round_, one, other, by=None)
    assert [stale for _title, stale in listed_papers(director, tournament)] == [False, True, True]
    assert data(page(director, tournament), "now") == ["game_papers", "seating", "slips"]


def test_empty_paper_is_never_outdated(director):
    tournament = factories.gin(4)
    director.force_login(factories.organiser(tournament, "robin"))
    simulated_tournament.play(tournament, seed=1, by=None, upto=1)
    for part in ("cross_table", "empty_cross_table"):
        request_paper(director, tournament, "standings", language="en", **{"which-standings": part})
    print_waiting()
    simulated_tournament.play(tournament, seed=1, by=None, upto=2)
    assert [stale for _title, stale in listed_papers(director, tournament)] == [False, True]


def test_standings_leave_out_the_open_game_with_a_note(director, tournament):
    round_ = factories.open_round(tournament, 1)
    factories.enter(factories.meeting_at(round_, 1), [121, 70])
    assert codes(page(director, tournament)).count("no_game_closed") == 2
    for table in (2, 3, 4):
        factories.enter(factories.meeting_at(round_, table), [121, 70])
    rounds.close_round(round_, by=None)
    assert not page_of(page(director, tournament)).all("p[data-open-game]")
    factories.open_round(tournament, 2)
    notes = [one.words for one in page_of(page(director, tournament)).all("p[data-open-game]")]
    assert len(set(notes)) == 1
    assert re.findall(r"\d", notes[0]) == ["1", "2"]
    content, _name = printing.draw(printing.request(tournament, "standings", {"language": "en", "base": ""}))
    assert "after game 1" in words(content)


def test_each_button_uses_only_its_own_fields(director, tournament):
    """The form of the page holds the fields of all papers, also those under All papers."""
    factories.play_round(tournament, 1)
    fields = {"round": "1-1", "which-scorecards_blank": "2", "match_points-scorecards_blank": "1"}
    html = page(director, tournament)
    buttons, needed = page_of(html).all("button[name=whole]"), [*data(html, "now"), *data(html, "later")]
    assert [button["formaction"].split("/")[-2] for button in buttons] == needed
    request_paper(director, tournament, "scorecards_blank", **fields)
    request_paper(director, tournament, "scorecards_blank", **fields, whole="1")
    request_paper(director, tournament, "scorecards_filled", **fields)
    made = [(job.args.get("which"), job.args["match_points"]) for job in paper_jobs().order_by("pk")]
    assert made == [("2", True), (None, False), (None, False)]


def test_old_paper_still_counts_as_made(director, tournament):
    request_paper(director, tournament, "rules")
    rules = paper_jobs().get()
    Job.objects.bulk_create(
        Job(tournament=tournament, kind="table_numbers", args={"which": "codes"}, total=1) for _ in range(120)
    )
    assert "rules" not in data(page(director, tournament), "now")
    assert rules.uid not in data(page(director, tournament, "papers/rows/"), "job")


def get_preview(client, tournament, kind, **chosen):
    return client.get(f"/t/{tournament.slug}/papers/preview/{kind}/", chosen)


def test_preview_of_every_possible_paper_writes_nothing(director, tournament):
    factories.play_round(tournament, 1)
    for key, kind in registry.PAPER_TYPES.items():
        possible = paper_types.has(tournament, kind) and not paper_types.missing_for(
            tournament, kind, {"base": "http://10.0.0.5"}
        )
        with CaptureQueriesContext(connection) as captured:
            answer = get_preview(director, tournament, key, round="1-1")
        assert answer.status_code == (200 if possible else 404), key
        written = [query["sql"] for query in captured if re.match("INSERT|UPDATE|DELETE", query["sql"])]
        assert [one for one in written if WrongGuess._meta.db_table not in one] == [], key
        if possible:
            shown = Image.open(io.BytesIO(answer.content))
            assert (shown.format, shown.width) == ("PNG", paper_pictures.WIDTH)
            assert len(shown.getcolors()) > 1, "something is on it"
    assert get_preview(director, tournament, "slips", round="1-7").status_code == 404
    assert get_preview(director, tournament, "wallpaper").status_code == 404


def test_preview_gets_304_until_something_changes(director, tournament):
    first = get_preview(director, tournament, "rules")
    again = director.get(
        f"/t/{tournament.slug}/papers/preview/rules/", headers={"if-none-match": first["ETag"]}
    )
    assert again.status_code == 304
    other = get_preview(director, tournament, "rules", language="en")
    assert other["ETag"] != first["ETag"] and other.content != first.content
    factories.open_round(tournament, 1)
    assert get_preview(director, tournament, "rules")["ETag"] != first["ETag"]


def test_finished_paper_shows_a_picture_of_its_first_page(director, tournament):
    request_paper(director, tournament, "rules")
    address = f"/t/{tournament.slug}/papers/{paper_jobs().get().uid}/page-1/"
    assert director.get(address).status_code == 404, "not made yet"
    printing.print_job(paper_jobs().get().pk)
    assert f'src="{address}"' in page(director, tournament)
    assert Image.open(io.BytesIO(director.get(address).content)).format == "PNG"
    jobs.result_path(paper_jobs().get()).unlink()
    assert director.get(address).status_code == 404


def test_requesting_a_paper_twice_makes_one_job(director, tournament):
    for _ in range(2):
        html = request_paper(director, tournament, "rules", language="en")
    job = paper_jobs().get()
    assert (job.kind, job.args["language"], job.state) == ("rules", "en", "waiting")
    assert "Being prepared…" in html
    assert 'hx-trigger="every 500ms"' in html
    assert job.args["base"].startswith("http://")


def test_paper_of_a_round_names_the_round(director, tournament):
    factories.play_round(tournament, 1)
    assert "Game 1" in request_paper(director, tournament, "slips", round="1-1", language="fr-ca")
    assert paper_jobs().get().args["round"] == 1
    for wrong in ("1-7", "", "x-y"):
        assert message_codes(request_paper(director, tournament, "slips", round=wrong)) == [
            "round_not_seated"
        ]
    assert worded("no_such_paper", kind="wallpaper") in request_paper(director, tournament, "wallpaper")
    assert paper_jobs().count() == 1


def test_paper_for_one_player_or_table_names_it(director, tournament):
    factories.play_round(tournament, 1)
    name = tournament.entries.get(number=2).name
    suggested = page_of(director.get(f"/t/{tournament.slug}/papers/people/", {"one-badges": "cot hug"}))
    (option,) = [one["value"] for one in suggested.all("option")]
    assert option == f"2 · {registration.family_name_first(name, 'cote huguette')}"
    assert name in request_paper(
        director, tournament, "scorecards_filled", **{"one-scorecards_filled": option}
    )
    assert "Table 3" in request_paper(director, tournament, "slips", round="1-1", **{"one-slips": "3"})
    request_paper(director, tournament, "slips", round="1-1", **{"which-slips": "spare"})
    assert [(job.args.get("which"), job.total) for job in paper_jobs().order_by("pk")] == [
        ("2", 1),
        ("3", 1),
        ("spare", 16),
    ]


def test_unknown_player_or_table_is_refused_and_stays_typed(director, tournament):
    factories.open_round(tournament, 1)
    for kind, typed, code in (
        ("badges", "Nobody", "no_such_person"),
        ("badges", "99", "no_such_person"),
        ("badges", "a", "several_of_that_name"),
        ("slips", "99", "no_such_table_here"),
        ("slips", '"><b>', "no_such_table_here"),
    ):
        answer = request_paper(director, tournament, kind, round="1-1", **{f"one-{kind}": typed})
        assert message_codes(answer) == [code]
        shown = page_of(answer)
        assert shown.one(f"#one-{kind}")["value"] == typed
        assert "open" in shown.one("#all").attributes
    assert not paper_jobs()
    request_paper(director, tournament, "badges", **{"one-badges": " huguette "})
    assert paper_jobs().get().args["which"] == "2"


def test_page_size_does_not_grow_with_players(client):
    sizes = []
    for people in (8, 60):
        tournament = factories.tournament(people)
        client.force_login(factories.organiser(tournament, f"lise {people}"))
        factories.play_round(tournament, 1)
        sizes.append(len(page(client, tournament)))
    assert abs(sizes[1] - sizes[0]) < 100
    nobody = client.get(f"/t/{tournament.slug}/papers/people/", {"one-badges": " "})
    assert page_of(nobody).all("option") == []
    many = client.get(f"/t/{tournament.slug}/papers/people/", {"one-badges": "joueuse"})
    assert len(page_of(many).all("option")) == 12


def test_print_size_depends_on_players_unless_chosen(director, tournament, monkeypatch):
    request_paper(director, tournament, "rules")
    monkeypatch.setattr(paper_types, "MANY_ENTRIES", 7)
    html = request_paper(director, tournament, "table_numbers")
    assert html.count('<option value="small" selected>') == 1
    html = request_paper(director, tournament, "scorecards_blank", size="large")
    assert '<option value="small" selected>' not in html, "the choice stays"
    assert [job.args["small"] for job in paper_jobs().order_by("pk")] == [False, True, False]


def test_computer_without_network_gets_a_message_about_codes(director, tournament, monkeypatch):
    assert "here_alone" not in codes(page(director, tournament))
    monkeypatch.setattr("tournaments.web.base_address.lan_addresses", list)
    assert "here_alone" in codes(page(director, tournament))


@pytest.mark.parametrize("path", ["rounds/", "rounds/1/"])
def test_papers_of_a_game_are_made_by_one_click(director, tournament, path):
    factories.play_round(tournament, 1)
    html = page(director, tournament, path)
    form = re.search(r'<form[^>]*action="([^"]*/papers/make/game_papers/)"[^>]*>.*?</form>', html, re.S)
    value = re.search(r'name="round" value="([^"]*)"', form[0])[1]
    shown = director.post(form[1], {"round": value}, follow=True)
    job = paper_jobs().get()
    assert data(shown, "job") == [str(job.uid)]
    assert (job.kind, job.args["stage"], job.args["round"], job.total) == ("game_papers", 1, 1, 5)


def test_paper_in_preparation_is_never_folded_away(director, tournament):
    for kind in ("table_numbers", "rules", "scorecards_blank", "table_numbers", "scorecards_blank"):
        request_paper(director, tournament, kind)
        for job in Job.objects.exclude(kind="rules"):
            jobs.cancel(job)
    html = page(director, tournament)
    assert html.index("Being prepared…") < html.index("Made earlier")
    assert html[html.index("Made earlier") :].count("Cancelled") == 1


def test_job_shows_progress_and_can_be_cancelled_and_retried(director, tournament):
    request_paper(director, tournament, "scorecards_blank")
    job = jobs.claim(paper_jobs().get().pk)
    jobs.reporter(job)(3)
    html = page(director, tournament, "papers/rows/")
    assert '<progress value="3" max="8"' in html
    assert "3 of 8 done" in html
    director.post(f"/t/{tournament.slug}/papers/{job.uid}/cancel/")
    html = page(director, tournament, "papers/rows/")
    assert "Cancelled" in html
    assert "hx-trigger" not in html, "nothing to ask again for"
    director.post(f"/t/{tournament.slug}/papers/{job.uid}/retry/")
    job.refresh_from_db()
    assert job.state == "waiting"


def test_failed_paper_shows_a_message_and_retry(director, tournament):
    request_paper(director, tournament, "rules")
    job = jobs.claim(paper_jobs().get().pk)
    jobs.fail(job, "paper_failed")
    html = page(director, tournament)
    assert worded("paper_failed") in html
    assert f"/papers/{job.uid}/retry/" in html


def test_second_retry_leaves_the_finished_paper_its_date(director, tournament):
    factories.play_round(tournament, 1)
    request_paper(director, tournament, "standings", language="en")
    job = paper_jobs().get()
    jobs.fail(jobs.claim(job.pk), "paper_failed")
    again = f"/t/{tournament.slug}/papers/{job.uid}/retry/"
    director.post(again)
    printing.print_job(job.pk)
    factories.play_round(tournament, 2)
    director.post(again)
    job.refresh_from_db()
    assert (job.state, job.args["after"]) == (Job.State.DONE, 1)
    assert job.args["version"] < tournament.acts.order_by("-version").first().version


def test_finished_or_failed_paper_is_announced_to_screen_readers(director, tournament):
    request_paper(director, tournament, "rules", language="en")
    html = page(director, tournament)
    assert re.search(r'role="status"[^>]*data-announcements', html)
    assert re.search(r'data-job="[^"]+">', html), "being made, so no message yet"
    job = jobs.claim(paper_jobs().get().pk)
    jobs.fail(job, "papers_not_writable")
    html = page(director, tournament, "papers/rows/")
    (found,), title = data(html, "announcement"), page_of(html).one(".paper-job").one("h3").words
    assert found.startswith(title) and found.endswith(worded("papers_not_writable"))
    jobs.retry(job)
    printing.print_job(job.pk)
    (ready,) = data(page(director, tournament, "papers/rows/"), "announcement")
    assert ready.startswith(title) and ready != found


def test_part_of_a_paper_can_be_made_before_the_whole(director, tournament):
    def offered():
        return [one["value"] for one in page_of(page(director, tournament)).one("#which-slips").all("option")]

    assert offered() == ["ahead", "spare"], "no game is seated"
    request_paper(director, tournament, "slips", **{"which-slips": "ahead"})
    job = paper_jobs().get()
    assert (job.kind, job.args["which"]) == ("slips", "ahead")
    assert message_codes(request_paper(director, tournament, "slips")) == ["round_not_seated"]
    factories.open_round(tournament, 1)
    assert offered()[:3] == ["", "ahead", "spare"]


def test_paper_of_a_former_kind_is_listed_and_opens(director, tournament):
    job = Job.objects.create(
        tournament=tournament, kind="table_codes", args={"language": "en", "base": ""}, total=1
    )
    printing.print_job(job.pk)
    assert str(job.uid) in page(director, tournament)
    assert director.get(f"/t/{tournament.slug}/papers/{job.uid}/").status_code == 200


def test_every_paper_has_an_icon(director, tournament, monkeypatch):
    shipped = set(registry.PAPER_TYPES)
    monkeypatch.setitem(registry.PAPER_TYPES, "new", replace(registry.PAPER_TYPES["rules"], key="new"))
    drawn = set(re.findall(r'<symbol id="(\w+)"', (ICONS / "papers.svg").read_text()))
    sized = {f"{key}_small" for key, kind in registry.PAPER_TYPES.items() if kind.has_small_size}
    assert drawn - {"sheet"} == shipped | sized, "each has its own, and no picture is left over"
    rules = stages.qualifying(tournament).rules
    elsewhere = {key for key, kind in registry.PAPER_TYPES.items() if not kind.applies_to(rules)}
    elsewhere |= {f"{key}_small" for key in elsewhere}
    assert set(re.findall(r'papers[.\w]*\.svg#(\w+)"', page(director, tournament))) == drawn - elsewhere


def test_pdf_has_a_readable_file_name(director, tournament):
    request_paper(director, tournament, "rules", language="en")
    printing.print_job(paper_jobs().get().pk)
    job = paper_jobs().get()
    assert f"/papers/{job.uid}/" in page(director, tournament)
    response = director.get(f"/t/{tournament.slug}/papers/{job.uid}/")
    assert b"".join(response.streaming_content).startswith(b"%PDF")
    assert response["Content-Type"] == "application/pdf"
    assert response["Content-Disposition"].startswith("inline")
    assert str(job.uid) not in response["Content-Disposition"]
    assert f'filename="{tournament.slug}-' in response["Content-Disposition"]
    jobs.result_path(job).unlink()
    gone = director.get(f"/t/{tournament.slug}/papers/{job.uid}/", follow=True)
    assert message_codes(gone) == ["paper_gone"]


def test_unfinished_paper_gets_404(director, tournament):
    request_paper(director, tournament, "rules")
    assert director.get(f"/t/{tournament.slug}/papers/{paper_jobs().get().uid}/").status_code == 404


def test_only_organisers_of_the_tournament_can_open_papers(client, tournament):
    other = factories.tournament(4)
    job = printing.request(tournament, "rules", {"language": "en"})
    assert client.get(f"/t/{tournament.slug}/papers/").url.startswith("/sign-in/")
    client.force_login(factories.organiser(other))
    assert client.get(f"/t/{tournament.slug}/papers/").status_code == 403
    assert client.get(f"/t/{tournament.slug}/papers/preview/rules/").status_code == 403
    for path in ("", "page-1/", "cancel/", "retry/"):
        call = client.post if path in ("cancel/", "retry/") else client.get
        assert call(f"/t/{other.slug}/papers/{job.uid}/{path}").status_code == 404
        assert call(f"/t/{tournament.slug}/papers/{job.uid}/{path}").status_code == 403


def test_query_count_does_not_grow_with_jobs(director, tournament):
    factories.play_round(tournament, 1)
    costs = []
    for kinds in (["rules"], ["table_numbers", "standings"]):
        for kind in kinds:
            request_paper(director, tournament, kind)
        with CaptureQueriesContext(connection) as captured:
            page(director, tournament)
        costs.append(len(captured))
    assert costs[0] == costs[1]


def test_query_count_of_blank_cards_does_not_grow_with_tables(director):
    """Where each meets each, blank cards have the opponents of all games, seated or not."""
    costs = []
    for people, seated in ((4, 1), (8, 3)):
        tournament = factories.gin(people)
        simulated_tournament.play(tournament, seed=1, by=None, upto=seated)
        job = printing.request(tournament, "scorecards_blank", {"language": "en", "base": ""})
        with CaptureQueriesContext(connection) as captured:
            printing.draw(jobs.claim(job.pk))
        costs.append(len([query for query in captured if query["sql"].startswith("SELECT")]))
    assert costs[0] == costs[1]


def test_paper_of_an_unseated_round_is_refused(director, tournament):
    assert message_codes(request_paper(director, tournament, "seating_by_name")) == ["round_not_seated"]


def test_spare_copies_of_other_papers_cause_no_server_error(director, tournament):
    factories.play_round(tournament, 1)
    for kind in registry.PAPER_TYPES:
        answer = director.get(f"/t/{tournament.slug}/papers/preview/{kind}/", {f"which-{kind}": "spare"})
        assert answer.status_code in (200, 404)
    assert message_codes(
        request_paper(director, tournament, "seating_by_name", **{"which-seating_by_name": "spare"})
    ) == ["round_not_seated"]


def test_medal_matches_are_listed_apart_and_choices_stay(client):
    """Both tables were won by 31: the winners are tied for gold, the losers for bronze."""
    tournament = factories.two_ties()
    client.force_login(factories.organiser(tournament))
    client.cookies["django_language"] = "en"
    names = re.findall(r'<option value="(\d-\d)"[^>]*>([^<]+)', page(client, tournament))
    assert [re.findall(r"\d", name) for _value, name in names] == [["3", "1"], ["1", "1"], ["1"]], (
        "place, round"
    )
    html = request_paper(client, tournament, "slips", round="2-1", language="en")
    assert re.search(r'<option value="2-1" selected>', html)
    assert html.count('<option value="en" selected') == 1
    content, _name = printing.draw(jobs.claim(paper_jobs().get().pk))
    assert "place 1" in words(content)
