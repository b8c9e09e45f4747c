"""The papers on the screen: what can be made, why not, how far it is, and the file."""

import io
import re
from dataclasses import replace
from pathlib import Path

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from PIL import Image

from tests import factories
from tests.papers.paper_text import words
from tests.shown_by import codes, data, told, worded
from tests.shown_by import page as page_of
from tournaments import registration, rounds
from tournaments.common import audit_log, jobs
from tournaments.models import Job, Line, WrongGuess
from tournaments.publishing import paper_pictures, papers, prizes, snapshot
from tournaments.registration import questions
from tournaments.rounds import stages
from tournaments.standings import club_teams
from tournaments.transfer import simulated_day

pytestmark = pytest.mark.django_db
ICONS = Path(__file__).resolve().parents[3] / "static" / "icons"


def asked():
    """The papers that were asked for: copies are jobs as well."""
    return Job.objects.exclude(kind=jobs.COPY)


def page(client, day, path="papers/"):
    response = client.get(f"/t/{day.slug}/{path}")
    assert response.status_code == 200
    return response.content.decode()


def ask(client, day, kind, **fields):
    return client.post(f"/t/{day.slug}/papers/make/{kind}/", fields, follow=True).content.decode()


def test_every_paper_is_there_and_what_cannot_be_made_says_why(director, day):
    html = page(director, day)
    for key, kind in papers.PAPER_TYPES.items():
        assert (f'id="paper-{key}"' in html) == kind.concerns(stages.qualifying(day).rules)
    assert codes(html).count("no_game_seated") == 2
    assert codes(html).count("no_result") == 2
    assert codes(html).count("no_prizes") == 2
    club_teams.declare(day, club_teams.Declared(), by=None)
    factories.play_round(day, 1)
    questions.save_questions(day, [(None, "Repas", ["Poulet", "Poisson"])], by=None)
    snapshot.publish(day, official=True, by=None)
    prizes.keep(day, [prizes.Prize(0, prizes.RANK, 0, 1, "Trophée", 0)], one_each=False, by=None)
    html = page(director, day)
    assert "aria-disabled" not in html
    assert "Game 1" in html


def test_three_are_needed_now_and_three_later_and_none_of_them_is_locked(director, day):
    html = page(director, day)
    now, later = data(html, "now"), data(html, "later")
    assert now == ["day_before", "rules", "door_list"]
    assert len(later) == 3 and not set(later) & set(now)
    ask(director, day, "rules")
    moved = data(page(director, day), "now")
    assert moved == [now[0], now[2], later[0]], "a paper that is being made makes room for the next"
    jobs.cancel(asked().get())
    assert data(page(director, day), "now") == now
    factories.open_round(day, 1)
    assert data(page(director, day), "now") == ["game_papers", "seating", "slips"]
    ask(director, day, "game_papers", round="1-1")
    assert data(page(director, day), "now") == [], "the set has all of the game"
    jobs.cancel(asked().get(kind="game_papers"))
    ask(director, day, "seating", round="1-1")
    assert data(page(director, day), "now") == ["game_papers", "slips"]
    ask(director, day, "slips", round="1-1")
    assert data(page(director, day), "now") == [], "one by one they are all of the game as well"


def test_after_a_game_the_standings_are_needed_and_at_the_end_what_is_handed_out(director):
    day = factories.tournament(4, rounds=2)
    director.force_login(factories.organiser(day, "end"))
    factories.play_round(day, 1)
    assert data(page(director, day), "now")[0] == "standings"
    ask(director, day, "standings")
    assert "standings" not in data(page(director, day), "now")
    factories.play_round(day, 2)
    assert "standings" in data(page(director, day), "now"), "those of before this game are not enough"
    snapshot.publish(day, official=True, by=None)
    assert data(page(director, day), "now") == ["medal_papers", "standings", "prize_list"]
    for kind in ("standings", "prize_list"):
        ask(director, day, kind)
    assert data(page(director, day), "now")[0] == "medal_papers", "it has the certificates as well"


def print_all():
    for job in asked().filter(state="waiting"):
        papers.print_job(job.pk)


def made_rows(client, day):
    """The title and whether it is out of date, of each paper that was asked for, the newest first."""
    rows = page_of(page(client, day, "papers/rows/")).all(".paper-job")
    return [
        (row.one("h3").words, "data-outdated" in [a for one in row.all("span") for a in one.attributes])
        for row in rows
    ]


def test_standings_on_paper_say_after_which_game_and_when_they_are_out_of_date(director, day):
    factories.play_round(day, 1)
    ask(director, day, "standings", language="en", size="small")
    print_all()
    ((first, outdated),) = made_rows(director, day)
    assert "after game 1" in first and not outdated
    round_ = factories.open_round(day, 2)
    for table in (1, 2, 3, 4):
        factories.enter(factories.meeting_at(round_, table), [121, 70])
    assert made_rows(director, day) == [(first, False)], "the game that is being played is on no paper"
    rounds.close_round(round_, by=None)
    assert made_rows(director, day) == [(first, True)]
    (again,) = page_of(page(director, day)).all("form[data-once]")
    fields = {field["name"]: field["value"] for field in again.all("input")}
    director.post(again["action"], fields, follow=True)
    print_all()
    (second, fresh), old = made_rows(director, day)
    assert "after game 2" in second and not fresh and old == (first, True)
    newest, oldest = asked()
    assert {**newest.args, "version": 0, "after": 0} == {**oldest.args, "version": 0, "after": 0}
    snapshot.publish(day, official=True, by=None)
    assert [stale for _title, stale in made_rows(director, day)] == [True, True]


def test_a_correction_in_a_closed_game_makes_the_standings_needed_again(director, day):
    round_ = factories.play_round(day, 1)
    ask(director, day, "standings")
    print_all()
    assert "standings" not in data(page(director, day), "now")
    meeting = factories.meeting_at(round_, 1)
    factories.enter(
        meeting, [121, 60], nonce="corrected", kind=Line.Kind.CORRECTION, basis=meeting.lines.last().number
    )
    assert data(page(director, day), "now")[0] == "standings"
    assert [stale for _title, stale in made_rows(director, day)] == [True]


def test_a_game_that_is_opened_again_takes_its_results_off_the_papers(director, day):
    factories.play_round(day, 1)
    round_ = factories.play_round(day, 2)
    ask(director, day, "standings", language="en")
    print_all()
    audit_log.undo(audit_log.last_undoable(day), by=None)
    round_.refresh_from_db()
    assert round_.state == "open"
    ((title, outdated),) = made_rows(director, day)
    assert "after game 2" in title and outdated


def test_seats_that_change_make_the_papers_of_their_game_old(director, day):
    round_ = factories.open_round(day, 1)
    for kind in ("seating", "slips"):
        ask(director, day, kind, round="1-1")
    ask(director, day, "slips", round="1-1", **{"which-slips": "spare"})
    print_all()
    assert [stale for _title, stale in made_rows(director, day)] == [False] * 3
    one, other = (factories.meeting_at(round_, table).seats.first().entry.number for table in (1, 2))
    rounds.swap(round_, one, other, by=None)
    assert [stale for _title, stale in made_rows(director, day)] == [False, True, True]
    assert data(page(director, day), "now") == ["game_papers", "seating", "slips"]


def test_a_paper_to_fill_in_is_never_out_of_date(director):
    day = factories.gin(4)
    director.force_login(factories.organiser(day, "robin"))
    simulated_day.play(day, seed=1, by=None, upto=1)
    for part in ("cross_table", "empty_cross_table"):
        ask(director, day, "standings", language="en", **{"which-standings": part})
    print_all()
    simulated_day.play(day, seed=1, by=None, upto=2)
    assert [stale for _title, stale in made_rows(director, day)] == [False, True]


def test_while_a_game_is_played_the_standings_say_that_it_is_not_on_them(director, day):
    round_ = factories.open_round(day, 1)
    factories.enter(factories.meeting_at(round_, 1), [121, 70])
    assert codes(page(director, day)).count("no_game_closed") == 2
    for table in (2, 3, 4):
        factories.enter(factories.meeting_at(round_, table), [121, 70])
    rounds.close_round(round_, by=None)
    assert not page_of(page(director, day)).all("p[data-open-game]")
    factories.open_round(day, 2)
    notes = [one.words for one in page_of(page(director, day)).all("p[data-open-game]")]
    assert len(set(notes)) == 1
    assert re.findall(r"\d", notes[0]) == ["1", "2"]
    content, _name = papers.draw(papers.request(day, "standings", {"language": "en", "base": ""}))
    assert "after game 1" in words(content)


def test_each_button_has_its_own_fields_alone(director, day):
    """The form of the page holds the fields of all papers, also those under All papers."""
    factories.play_round(day, 1)
    fields = {"round": "1-1", "which-scorecards_blank": "2", "match_points-scorecards_blank": "1"}
    html = page(director, day)
    buttons, needed = page_of(html).all("button[name=whole]"), [*data(html, "now"), *data(html, "later")]
    assert [button["formaction"].split("/")[-2] for button in buttons] == needed
    ask(director, day, "scorecards_blank", **fields)
    ask(director, day, "scorecards_blank", **fields, whole="1")
    ask(director, day, "scorecards_filled", **fields)
    made = [(job.args.get("which"), job.args["match_points"]) for job in asked().order_by("pk")]
    assert made == [("2", True), (None, False), (None, False)]


def test_papers_made_long_ago_still_count_as_made(director, day):
    ask(director, day, "rules")
    rules = asked().get()
    Job.objects.bulk_create(
        Job(tournament=day, kind="table_numbers", args={"which": "codes"}, total=1) for _ in range(120)
    )
    assert "rules" not in data(page(director, day), "now")
    assert rules.uid not in data(page(director, day, "papers/rows/"), "job")


def picture_of(client, day, kind, **chosen):
    return client.get(f"/t/{day.slug}/papers/preview/{kind}/", chosen)


def test_every_paper_that_can_be_made_shows_its_first_page_and_writes_nothing(director, day):
    factories.play_round(day, 1)
    for key, kind in papers.PAPER_TYPES.items():
        possible = papers.has(day, kind) and not papers.missing_for(day, kind, {"base": "http://10.0.0.5"})
        with CaptureQueriesContext(connection) as captured:
            answer = picture_of(director, day, key, round="1-1")
        assert answer.status_code == (200 if possible else 404), key
        written = [query["sql"] for query in captured if re.match("INSERT|UPDATE|DELETE", query["sql"])]
        assert [one for one in written if WrongGuess._meta.db_table not in one] == [], key
        if possible:
            shown = Image.open(io.BytesIO(answer.content))
            assert (shown.format, shown.width) == ("PNG", paper_pictures.WIDTH)
            assert len(shown.getcolors()) > 1, "something is on it"
    assert picture_of(director, day, "slips", round="1-7").status_code == 404
    assert picture_of(director, day, "wallpaper").status_code == 404


def test_a_picture_is_drawn_anew_only_after_a_change(director, day):
    first = picture_of(director, day, "rules")
    again = director.get(f"/t/{day.slug}/papers/preview/rules/", headers={"if-none-match": first["ETag"]})
    assert again.status_code == 304
    other = picture_of(director, day, "rules", language="en")
    assert other["ETag"] != first["ETag"] and other.content != first.content
    factories.open_round(day, 1)
    assert picture_of(director, day, "rules")["ETag"] != first["ETag"]


def test_a_finished_paper_shows_its_first_page(director, day):
    ask(director, day, "rules")
    address = f"/t/{day.slug}/papers/{asked().get().uid}/page-1/"
    assert director.get(address).status_code == 404, "not made yet"
    papers.print_job(asked().get().pk)
    assert f'src="{address}"' in page(director, day)
    assert Image.open(io.BytesIO(director.get(address).content)).format == "PNG"
    jobs.result_path(asked().get()).unlink()
    assert director.get(address).status_code == 404


def test_asking_makes_a_job_and_asking_twice_makes_no_second(director, day):
    for _ in range(2):
        html = ask(director, day, "rules", language="en")
    job = asked().get()
    assert (job.kind, job.args["language"], job.state) == ("rules", "en", "waiting")
    assert "Being prepared…" in html
    assert 'hx-trigger="every 500ms"' in html
    assert job.args["base"].startswith("http://")


def test_a_paper_of_a_round_names_it(director, day):
    factories.play_round(day, 1)
    assert "Game 1" in ask(director, day, "slips", round="1-1", language="fr-ca")
    assert asked().get().args["round"] == 1
    for wrong in ("1-7", "", "x-y"):
        assert told(ask(director, day, "slips", round=wrong)) == ["round_not_seated"]
    assert worded("no_such_paper", kind="wallpaper") in ask(director, day, "wallpaper")
    assert asked().count() == 1


def test_a_paper_for_one_person_or_table_says_for_whom(director, day):
    factories.play_round(day, 1)
    name = day.entries.get(number=2).name
    suggested = page_of(director.get(f"/t/{day.slug}/papers/people/", {"one-badges": "cot hug"}))
    (option,) = [one["value"] for one in suggested.all("option")]
    assert option == f"2 · {registration.family_name_first(name, 'cote huguette')}"
    assert name in ask(director, day, "scorecards_filled", **{"one-scorecards_filled": option})
    assert "Table 3" in ask(director, day, "slips", round="1-1", **{"one-slips": "3"})
    ask(director, day, "slips", round="1-1", **{"which-slips": "spare"})
    assert [(job.args.get("which"), job.total) for job in asked().order_by("pk")] == [
        ("2", 1),
        ("3", 1),
        ("spare", 16),
    ]


def test_who_is_typed_wrong_is_told_and_stays_in_the_field(director, day):
    factories.open_round(day, 1)
    for kind, typed, code in (
        ("badges", "Nobody", "no_such_person"),
        ("badges", "99", "no_such_person"),
        ("badges", "a", "several_of_that_name"),
        ("slips", "99", "no_such_table_here"),
        ("slips", '"><b>', "no_such_table_here"),
    ):
        answer = ask(director, day, kind, round="1-1", **{f"one-{kind}": typed})
        assert told(answer) == [code]
        shown = page_of(answer)
        assert shown.one(f"#one-{kind}")["value"] == typed
        assert "open" in shown.one("#all").attributes
    assert not asked()
    ask(director, day, "badges", **{"one-badges": " huguette "})
    assert asked().get().args["which"] == "2"


def test_the_page_does_not_grow_with_the_people(client):
    sizes = []
    for people in (8, 60):
        day = factories.tournament(people)
        client.force_login(factories.organiser(day, f"lise {people}"))
        factories.play_round(day, 1)
        sizes.append(len(page(client, day)))
    assert abs(sizes[1] - sizes[0]) < 100
    nobody = client.get(f"/t/{day.slug}/papers/people/", {"one-badges": " "})
    assert page_of(nobody).all("option") == []
    many = client.get(f"/t/{day.slug}/papers/people/", {"one-badges": "joueuse"})
    assert len(page_of(many).all("option")) == 12


def test_the_size_is_by_the_field_unless_it_is_chosen(director, day, monkeypatch):
    ask(director, day, "rules")
    monkeypatch.setattr(papers, "MANY", 7)
    html = ask(director, day, "table_numbers")
    assert html.count('<option value="small" selected>') == 1
    html = ask(director, day, "scorecards_blank", size="large")
    assert '<option value="small" selected>' not in html, "what was chosen stays"
    assert [job.args["small"] for job in asked().order_by("pk")] == [False, True, False]


def test_a_computer_on_no_network_is_told_that_papers_have_no_codes(director, day, monkeypatch):
    assert "here_alone" not in codes(page(director, day))
    monkeypatch.setattr("tournaments.web.base_address.lan_addresses", list)
    assert "here_alone" in codes(page(director, day))


@pytest.mark.parametrize("path", ["rounds/", "rounds/1/"])
def test_what_a_game_wants_on_paper_is_one_click(director, day, path):
    factories.play_round(day, 1)
    html = page(director, day, path)
    form = re.search(r'<form[^>]*action="([^"]*/papers/make/game_papers/)"[^>]*>.*?</form>', html, re.S)
    value = re.search(r'name="round" value="([^"]*)"', form[0])[1]
    shown = director.post(form[1], {"round": value}, follow=True)
    job = asked().get()
    assert data(shown, "job") == [str(job.uid)]
    assert (job.kind, job.args["stage"], job.args["round"], job.total) == ("game_papers", 1, 1, 5)


def test_what_is_being_made_is_never_folded_away(director, day):
    for kind in ("table_numbers", "rules", "scorecards_blank", "table_numbers", "scorecards_blank"):
        ask(director, day, kind)
        for job in Job.objects.exclude(kind="rules"):
            jobs.cancel(job)
    html = page(director, day)
    assert html.index("Being prepared…") < html.index("Made earlier")
    assert html[html.index("Made earlier") :].count("Cancelled") == 1


def test_progress_cancel_and_retry(director, day):
    ask(director, day, "scorecards_blank")
    job = jobs.claim(asked().get().pk)
    jobs.reporter(job)(3)
    html = page(director, day, "papers/rows/")
    assert '<progress value="3" max="8"' in html
    assert "3 of 8 done" in html
    director.post(f"/t/{day.slug}/papers/{job.uid}/cancel/")
    html = page(director, day, "papers/rows/")
    assert "Cancelled" in html
    assert "hx-trigger" not in html, "nothing to ask again for"
    director.post(f"/t/{day.slug}/papers/{job.uid}/retry/")
    job.refresh_from_db()
    assert job.state == "waiting"


def test_a_failure_says_what_to_do(director, day):
    ask(director, day, "rules")
    job = jobs.claim(asked().get().pk)
    jobs.fail(job, "paper_failed")
    html = page(director, day)
    assert worded("paper_failed") in html
    assert f"/papers/{job.uid}/retry/" in html


def test_what_has_become_of_a_paper_can_be_said_aloud(director, day):
    ask(director, day, "rules", language="en")
    html = page(director, day)
    assert re.search(r'role="status"[^>]*data-papers-said', html)
    assert re.search(r'data-job="[^"]+">', html), "being made: nothing to say yet"
    job = jobs.claim(asked().get().pk)
    jobs.fail(job, "papers_not_writable")
    html = page(director, day, "papers/rows/")
    (said,), title = data(html, "said"), page_of(html).one(".paper-job").one("h3").words
    assert said.startswith(title) and said.endswith(worded("papers_not_writable"))
    jobs.retry(job)
    papers.print_job(job.pk)
    (ready,) = data(page(director, day, "papers/rows/"), "said")
    assert ready.startswith(title) and ready != said


def test_a_part_of_a_paper_can_be_made_before_all_of_it_can(director, day):
    def offered():
        return [one["value"] for one in page_of(page(director, day)).one("#which-slips").all("option")]

    assert offered() == ["ahead", "spare"], "no game is seated"
    ask(director, day, "slips", **{"which-slips": "ahead"})
    job = asked().get()
    assert (job.kind, job.args["which"]) == ("slips", "ahead")
    assert told(ask(director, day, "slips")) == ["round_not_seated"]
    factories.open_round(day, 1)
    assert offered()[:3] == ["", "ahead", "spare"]


def test_a_paper_of_before_the_merge_is_listed_and_opens(director, day):
    job = Job.objects.create(tournament=day, kind="table_codes", args={"language": "en", "base": ""}, total=1)
    papers.print_job(job.pk)
    assert str(job.uid) in page(director, day)
    assert director.get(f"/t/{day.slug}/papers/{job.uid}/").status_code == 200


def test_every_paper_has_its_picture_or_a_plain_sheet(director, day, monkeypatch):
    shipped = set(papers.PAPER_TYPES)
    monkeypatch.setitem(papers.PAPER_TYPES, "new", replace(papers.PAPER_TYPES["rules"], key="new"))
    drawn = set(re.findall(r'<symbol id="(\w+)"', (ICONS / "papers.svg").read_text()))
    sized = {f"{key}_small" for key, kind in papers.PAPER_TYPES.items() if kind.sized}
    assert drawn - {"sheet"} == shipped | sized, "each has its own, and no picture is left over"
    rules = stages.qualifying(day).rules
    elsewhere = {key for key, kind in papers.PAPER_TYPES.items() if not kind.concerns(rules)}
    elsewhere |= {f"{key}_small" for key in elsewhere}
    assert set(re.findall(r'papers[.\w]*\.svg#(\w+)"', page(director, day))) == drawn - elsewhere


def test_the_file_opens_under_a_name_one_can_read(director, day):
    ask(director, day, "rules", language="en")
    papers.print_job(asked().get().pk)
    job = asked().get()
    assert f"/papers/{job.uid}/" in page(director, day)
    response = director.get(f"/t/{day.slug}/papers/{job.uid}/")
    assert b"".join(response.streaming_content).startswith(b"%PDF")
    assert response["Content-Type"] == "application/pdf"
    assert response["Content-Disposition"].startswith("inline")
    assert str(job.uid) not in response["Content-Disposition"]
    assert f'filename="{day.slug}-' in response["Content-Disposition"]
    jobs.result_path(job).unlink()
    gone = director.get(f"/t/{day.slug}/papers/{job.uid}/", follow=True)
    assert told(gone) == ["paper_gone"]


def test_nothing_to_open_before_it_is_made(director, day):
    ask(director, day, "rules")
    assert director.get(f"/t/{day.slug}/papers/{asked().get().uid}/").status_code == 404


def test_papers_are_for_those_who_direct_this_tournament(client, day):
    other = factories.tournament(4)
    job = papers.request(day, "rules", {"language": "en"})
    assert client.get(f"/t/{day.slug}/papers/").url.startswith("/sign-in/")
    client.force_login(factories.organiser(other))
    assert client.get(f"/t/{day.slug}/papers/").status_code == 403
    assert client.get(f"/t/{day.slug}/papers/preview/rules/").status_code == 403
    for path in ("", "page-1/", "cancel/", "retry/"):
        call = client.post if path in ("cancel/", "retry/") else client.get
        assert call(f"/t/{other.slug}/papers/{job.uid}/{path}").status_code == 404
        assert call(f"/t/{day.slug}/papers/{job.uid}/{path}").status_code == 403


def test_as_many_queries_for_one_job_as_for_three(director, day):
    factories.play_round(day, 1)
    costs = []
    for kinds in (["rules"], ["table_numbers", "standings"]):
        for kind in kinds:
            ask(director, day, kind)
        with CaptureQueriesContext(connection) as captured:
            page(director, day)
        costs.append(len(captured))
    assert costs[0] == costs[1]


def test_as_many_queries_for_two_tables_of_cards_ahead_as_for_four(director):
    """Blank cards have the opponents of all games where each meets each, seated or not."""
    costs = []
    for people, seated in ((4, 1), (8, 3)):
        day = factories.gin(people)
        simulated_day.play(day, seed=1, by=None, upto=seated)
        job = papers.request(day, "scorecards_blank", {"language": "en", "base": ""})
        with CaptureQueriesContext(connection) as captured:
            papers.draw(jobs.claim(job.pk))
        costs.append(len([query for query in captured if query["sql"].startswith("SELECT")]))
    assert costs[0] == costs[1]


def test_what_is_not_known_of_a_round_is_refused_not_broken(director, day):
    assert told(ask(director, day, "seating_by_name")) == ["round_not_seated"]


def test_spare_ones_of_a_paper_that_has_none_are_refused_not_broken(director, day):
    factories.play_round(day, 1)
    for kind in papers.PAPER_TYPES:
        answer = director.get(f"/t/{day.slug}/papers/preview/{kind}/", {f"which-{kind}": "spare"})
        assert answer.status_code in (200, 404)
    assert told(ask(director, day, "seating_by_name", **{"which-seating_by_name": "spare"})) == [
        "round_not_seated"
    ]


def test_the_medal_matches_are_told_apart_and_what_was_chosen_stays(client):
    """Four persons, two games won by 31: gold for two of them, bronze for the others."""
    day = factories.two_ties()
    client.force_login(factories.organiser(day))
    client.cookies["django_language"] = "en"
    names = re.findall(r'<option value="(\d-\d)"[^>]*>([^<]+)', page(client, day))
    assert [re.findall(r"\d", name) for _value, name in names] == [["3", "1"], ["1", "1"], ["1"]], (
        "place, round"
    )
    html = ask(client, day, "slips", round="2-1", language="en")
    assert re.search(r'<option value="2-1" selected>', html)
    assert html.count('<option value="en" selected') == 1
    content, _name = papers.draw(jobs.claim(asked().get().pk))
    assert "place 1" in words(content)
