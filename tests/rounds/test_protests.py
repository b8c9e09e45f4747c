"""Protests: filed in time, ruled on once, and shown before anything is official."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from scoring import DomainError
from tests import factories, page_reader
from tournaments import rounds
from tournaments.common import audit_log
from tournaments.models import Act, Role, Round
from tournaments.publishing import card_audit, publications, tournament_words
from tournaments.rounds import protests, stages
from tournaments.transfer import copies

pytestmark = pytest.mark.django_db
REASON = "L'Écuyer a compté 121, pas 119"


def tournament(minutes=20, games=1, players=4, **rules):
    made = factories.tournament(players, rounds=games, protest_minutes=minutes, **rules)
    play(made, 1)
    return made


def play(tournament, number):
    round_ = factories.open_round(tournament, number)
    for meeting in round_.meetings.filter(void_act=None):
        factories.enter(meeting, [121, 90])
    return rounds.close_round(round_, by=None)


def move_closing_back(tournament, **passed):
    for round_ in Round.objects.filter(stage__tournament=tournament):
        Round.objects.filter(pk=round_.pk).update(closed_at=round_.closed_at - timedelta(**passed))


def file_protest(tournament, number=2, text=REASON, round_=1):
    return protests.file(tournament, round_, tournament.entries.get(number=number), text, by=None)


def warning_codes(tournament):
    return [refusal.code for refusal in card_audit.publish_warnings(tournament)]


def test_protest_is_filed_and_ruled_on_once():
    made = tournament()
    act = file_protest(made)
    assert act.args["text"] == REASON
    assert [one.act for one in protests.unanswered_protests(made)] == [act]
    protests.rule(made, act.version, "Le feuillet le dit", upheld=True, by=None)
    assert not protests.unanswered_protests(made)
    assert [one.upheld for one in protests.protests_of(made)] == [True]
    with pytest.raises(DomainError, match="protest_ruled_already"):
        protests.rule(made, act.version, "", upheld=False, by=None)


@pytest.mark.parametrize(
    ("code", "number", "text", "round_"),
    [("protest_why", 2, "  ", 1), ("protest_too_late", 2, REASON, 2), ("protest_no_game", 5, REASON, 1)],
)
def test_invalid_protest_is_refused(code, number, text, round_):
    made = tournament()
    if number == 5:
        from tournaments import registration

        registration.add_entry(made, "Rose O'Brien")
    with pytest.raises(DomainError, match=code):
        file_protest(made, number, text, round_)


def test_table_without_result_offers_no_protest(client):
    made = factories.tournament(4, rounds=1)
    round_ = factories.open_round(made)
    meeting = factories.meeting_at(round_, 1)
    number = meeting.seats.first().entry.number
    client.force_login(factories.director_of(made))
    panel = f"{reverse('desk', args=[made.slug])}?table=1"
    address = reverse("protests_file", args=[made.slug])
    typed = {"number": str(number), "round": "1", "text": REASON}
    refused = client.post(address, typed)
    assert (refused.status_code, page_reader.codes(refused, "form")) == (422, ["protest_no_result"])
    assert page_reader.parse(refused).one("#protest-text")["value"] == REASON
    factories.enter(meeting, [121, 90])
    assert not page_reader.data(client.get(panel), "protest-waits")
    assert client.post(address, typed).status_code == 302
    (protest,) = protests.unanswered_protests(made)
    assert page_reader.data(client.get(panel), "protest-waits") == [str(protest.act.version)]
    protests.rule(made, protest.act.version, "", upheld=False, by=None)
    assert not page_reader.data(client.get(panel), "protest-waits")


def test_the_window_is_shut_after_the_declared_minutes():
    made = tournament()
    assert protests.open_window_end(made) > timezone.now()
    assert warning_codes(made) == ["protests_open_until"]
    move_closing_back(made, minutes=21)
    assert protests.open_window_end(made) is None
    assert not warning_codes(made)
    with pytest.raises(DomainError, match="protest_too_late"):
        file_protest(made)


def test_page_shows_when_window_closed(client):
    made = tournament(games=2)
    client.force_login(factories.helper(made, Role.Kind.DESK, "gisele"))
    address = reverse("protests", args=[made.slug])
    assert page_reader.data(client.get(address), "protests-shut") == []
    move_closing_back(made, minutes=21)
    assert page_reader.data(client.get(address), "protests-shut") == ["1"]
    assert protests.last_window_end(tournament(minutes=0)) is None


def test_table_panel_prefills_protest_form(client):
    made = tournament(players=8)
    client.force_login(factories.helper(made, Role.Kind.DESK, "gisele"))
    address = f"{reverse('protests', args=[made.slug])}?round=1&table=2"
    panel = client.get(reverse("desk", args=[made.slug]), {"round": 1, "table": 2})
    assert address in panel.text.replace("&amp;", "&")
    page = client.get(address)
    meeting = made.stages.get(order=1).rounds.get(number=1).meetings.get(place__number=2, void_act=None)
    seated = set(meeting.seats.values_list("entry__number", flat=True))
    assert page.context["typed"]["round"] == "1"
    assert {number for number, _ in page.context["people"]} == seated
    assert len(client.get(address + "9").context["people"]) == 8


def test_closed_round_without_window_takes_no_protest():
    made = tournament(minutes=0)
    assert not warning_codes(made)
    assert protests.protestable_rounds(made) == []
    assert "Protests" not in dict(tournament_words.announced_rules(stages.qualifying(made).rules))


def test_open_round_always_takes_protests():
    made = tournament(minutes=0, games=2)
    for meeting in factories.open_round(made, 2).meetings.all():
        factories.enter(meeting, [121, 90])
    assert file_protest(made, round_=2).args["round"] == 2


def test_ruling_is_undone_before_protest():
    made = tournament()
    act = file_protest(made)
    ruling = protests.rule(made, act.version, "", upheld=False, by=None)
    assert audit_log.undo_obstacle(act).code == "undo_later_first"
    audit_log.undo(ruling, by=None)
    assert protests.unanswered_protests(made)
    audit_log.undo(act, by=None)
    assert not protests.protests_of(made)


def test_copy_includes_protests():
    made = tournament()
    protests.rule(made, file_protest(made).version, "Non", upheld=False, by=None)
    copy = copies.open_copy(copies.seal_copy(copies.pack(made)))
    again = copies.restore(copy, by=factories.director("reine"))
    assert [one.ruling.args["text"] for one in protests.protests_of(again)] == ["Non"]


def test_publishing_with_open_protest_needs_confirmation(client):
    made = tournament(medals=0)
    file_protest(made)
    client.force_login(factories.organiser(made))
    client.post(reverse("medals_tick_all", args=[made.slug]))
    for number in made.entries.values_list("number", flat=True):
        card_audit.tick(
            made,
            {number: card_audit.standings(made).card_total(card_audit.standings(made).by_number[number])},
        )
    made.refresh_from_db()
    page = client.get(reverse("medals", args=[made.slug]))
    (waiting, _window) = card_audit.publish_warnings(made)
    assert made.entries.get(number=2).name in waiting.args_["who"][0]
    assert {"protests_unanswered", "protests_open_until"} <= set(page_reader.codes(page))
    asked = {"version": str(made.version)}
    client.post(reverse("medals_official", args=[made.slug]), asked)
    assert publications.official_publication(made) is None
    client.post(reverse("medals_official", args=[made.slug]), asked | {"all_the_same": "1"})
    assert publications.official_publication(made) is not None


def test_a_form_that_is_sent_twice_files_one_protest(client):
    made = tournament()
    client.force_login(factories.organiser(made))
    page = client.get(reverse("protests", args=[made.slug]))
    typed = {"number": "2", "round": "1", "text": REASON, "ruling": "upheld", "said": "Le feuillet le dit"}
    typed["nonce"] = page.context["nonce"]
    codes = []
    for _ in range(2):
        client.post(reverse("protests_file", args=[made.slug]), typed)
        codes.append(page_reader.codes(client.get(reverse("protests", args=[made.slug]))))
    assert codes[0] == codes[1]
    (filed,) = protests.protests_of(made)
    assert (filed.upheld, made.acts.filter(kind="protest_ruled").count()) == (True, 1)
    client.post(reverse("protests_file", args=[made.slug]), typed | {"nonce": "another"})
    assert len(protests.protests_of(made)) == 2, "the same words from another form are another protest"
    copy = copies.open_copy(copies.seal_copy(copies.pack(made)))
    assert protests.protest_with_nonce(copies.restore(copy, by=factories.director("reine")), typed["nonce"])


@pytest.mark.parametrize(
    "other",
    [
        {"number": "3"},
        {"text": "Saint-Hilaire a donné trop de cartes"},
        {"ruling": "dismissed", "said": "Le feuillet est signé"},
    ],
)
def test_changed_form_with_used_nonce_is_refused(client, other):
    made = tournament()
    client.force_login(factories.organiser(made))
    nonce = client.get(reverse("protests", args=[made.slug])).context["nonce"]
    typed = {"number": "2", "round": "1", "text": REASON, "nonce": nonce}
    client.post(reverse("protests_file", args=[made.slug]), typed)
    move_closing_back(made, minutes=21)  # the window is shut, and the typed text is shown all the same
    page = client.post(reverse("protests_file", args=[made.slug]), typed | other)
    assert (page.status_code, page.context["refused"].code) == (422, "protest_filed_otherwise")
    shown = page_reader.parse(page)
    for name in ("number", "round", "text", *(other.keys() - {"number", "text"})):
        field = shown.one(f"#protest-{name}")
        kept = field.one("option[selected]") if field.tag == "select" else field
        assert (kept.get("value") or kept.words) == (typed | other)[name]
    assert page.context["nonce"] != nonce
    assert [one.act.args["text"] for one in protests.protests_of(made)] == [REASON]
    move_closing_back(made, minutes=-21)
    again = typed | other | {"nonce": page.context["nonce"]}
    client.post(reverse("protests_file", args=[made.slug]), again)
    assert len(protests.protests_of(made)) == 2


def test_second_judge_keeps_typed_ruling(client):
    made = tournament()
    act, judges = (
        file_protest(made),
        [factories.helper(made, Role.Kind.JUDGE, name) for name in ("noella", "rene")],
    )
    address = reverse("protests_rule", args=[made.slug, act.version])
    typed = {"ruling": "upheld", "text": "Le feuillet le dit"}
    client.force_login(judges[0])
    for _turn in range(2):  # a double click gets the same answer
        assert page_reader.codes(client.post(address, typed, follow=True))[-1] == "protest_upheld"
    client.force_login(judges[1])
    for late in (typed, typed | {"ruling": "dismissed", "text": "O'Brien a <b>signé"}):
        page = client.post(address, late)
        assert (page.status_code, page.context["ruling_refused"].code) == (422, "protest_ruled_already")
        assert page_reader.parse(page).one("[data-ruling-typed]").words == late["text"]
        assert page_reader.parse(page).one("#protest-text")["value"] == ""
    assert [one.ruling.by for one in protests.protests_of(made)] == judges[:1]
    audit_log.undo(protests.protests_of(made)[0].ruling, by=judges[0])
    audit_log.undo(act, by=judges[0])
    page = client.post(address, typed)
    assert page_reader.parse(page).one("[data-ruling-typed]").words == typed["text"], (
        "nothing stands to rule on"
    )


def test_pages_show_deadline_and_judge_can_rule(client):
    made = tournament(games=2)
    desk = factories.helper(made, Role.Kind.DESK, "gisele")
    judge = factories.helper(made, Role.Kind.JUDGE, "noella")
    assert page_reader.data(client.get(reverse("public", args=[made.slug])), "protest-until")
    client.force_login(desk)
    asked = {"number": "2", "round": "1", "text": "<b>faux</b>"}
    assert client.post(reverse("protests_file", args=[made.slug]), asked).status_code == 302
    act = Act.objects.get(kind="protest")
    page = client.get(reverse("protests", args=[made.slug]))
    assert page_reader.data(page, "protest") == [str(act.version)]
    assert b"<b>faux" not in page.content
    assert client.post(reverse("protests_file", args=[made.slug]), asked | {"text": ""}).status_code == 422
    client.force_login(judge)
    client.post(reverse("protests_rule", args=[made.slug, act.version]), {"ruling": "upheld", "text": "Oui"})
    assert protests.protests_of(made)[0].upheld
    assert client.get(reverse("standings_screen", args=[made.slug])).status_code == 200
