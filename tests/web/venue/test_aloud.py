"""What is read aloud: filled from the day, in French first, for those who direct it alone."""

import pytest
from django.utils import translation

from tests import factories
from tests.papers import paper_text
from tournaments import rounds
from tournaments.models import Tournament
from tournaments.publishing import announcements, papers, snapshot, tournament_words, venue_papers
from tournaments.rounds import stages

pytestmark = pytest.mark.django_db


def texts(day: Tournament, language: str = "en") -> dict[str, str]:
    with translation.override(language):
        return {step.key: "\n".join(step.paragraphs) for step in announcements.announcements(day)}


def played(day: Tournament, upto: int) -> None:
    for number in range(1, upto + 1):
        factories.play_round(day, number)


def test_the_welcome_has_every_rule_and_hour_of_the_day():
    day = factories.tournament(8, by=factories.director())
    rules = stages.qualifying(day).rules
    for language in ("en", "fr-ca"):
        text = texts(day, language)["welcome"]
        with translation.override(language):
            expected = [sentence for _heading, sentence in tournament_words.rules_of_the_day(rules)]
            expected += [slot.time for slot in tournament_words.timetable(rules) if slot.code != "welcome"]
        assert [one for one in [*expected, day.name, day.place, "8"] if one not in text] == []


def test_each_hour_of_the_day_is_in_a_sentence_of_its_own_without_a_colon():
    day = factories.tournament(8, by=factories.director())
    with translation.override("en"):
        slots = tournament_words.timetable(stages.qualifying(day).rules)
    hours = texts(day)["welcome"].split("\n")[1]
    said = [sum(slot.time in one and ": " not in one for one in hours.split(". ")) for slot in slots]
    assert said == [0 if slot.code == "welcome" else 1 for slot in slots]


def test_gin_and_a_day_without_dinner_have_their_texts():
    day = factories.gin(4, breaks=[])
    assert list(texts(day)) == ["welcome", "seats", "medals"]


def test_the_seats_are_those_of_the_game_that_comes():
    day = factories.tournament(5, by=factories.director(), odd="bye", bye_credit=60)
    assert "game 1 " in texts(day)["seats"]
    seated = rounds.seat(stages.qualifying(day), 1, by=None)
    alone = next(row.name for row in rounds.sheet(seated) if not row.opponents)
    assert alone in texts(day)["seats"]
    rounds.open_round(seated, by=None)
    for table in (1, 2):
        factories.enter(factories.meeting_at(seated, table), [121, 90])
    rounds.close_round(seated, by=None)
    text = texts(day)["seats"]
    assert "game 2 " in text
    assert alone not in text


def test_at_dinner_the_leaders_of_the_closed_games_are_read():
    day = factories.tournament(4, rounds=2, breaks=[{"after": 1, "minutes": 60, "code": "dinner"}])
    before = texts(day)["dinner"]
    played(day, 1)
    after = texts(day)["dinner"]
    assert len(after.splitlines()) > len(before.splitlines())
    assert "121" in after
    assert "game 2" in after


def test_no_medal_is_read_before_the_standings_are_official_then_third_to_first():
    day = factories.tournament(4, rounds=1)
    round_ = factories.open_round(day)
    for table, scores in ((1, [121, 90]), (2, [110, 121])):
        factories.enter(factories.meeting_at(round_, table), scores)
    rounds.close_round(round_, by=None)
    people = [entry.name for entry in day.entries.all()]
    assert not any(name in texts(day)["medals"] for name in people)
    snapshot.publish(day, official=True, by=None)
    text = texts(day)["medals"]
    shown = snapshot.published_standings(snapshot.official(day))
    named = [row.name for row in shown.rows if row.rank <= 3]
    assert all(name in text for name in named)
    assert text.index(shown.rows[2].name) < text.index(shown.rows[0].name)


def test_the_page_is_french_first_and_for_organisers_alone(client):
    day = factories.tournament(4, by=factories.director())
    path = f"/t/{day.slug}/aloud/"
    assert client.get(path).status_code == 302
    client.force_login(factories.helper(day, "viewer", "vue"))
    html = client.get(path, headers={"accept-language": "en"}).content.decode()
    assert '<article class="aloud" lang="fr-ca">' in html
    assert "&lt;" not in html
    english = client.get(path + "?step=seats&language=en").content.decode()
    assert '<article class="aloud" lang="en">' in english
    assert client.get(path + "?step=none&language=xx").status_code == 200


def test_what_somebody_typed_is_text(client):
    day = factories.tournament(5, odd="bye", bye_credit=60)
    Tournament.objects.update(name="<b>Coupe</b>", place="<i>Salle</i>")
    client.force_login(factories.helper(day, "viewer", "vue"))
    html = client.get(f"/t/{day.slug}/aloud/").content.decode()
    assert "&lt;b&gt;Coupe&lt;/b&gt;" in html
    assert "<b>Coupe" not in html


def test_on_paper_each_step_begins_a_page_and_nothing_is_cut():
    day = factories.tournament(8)
    drawn = venue_papers.read_aloud(papers.Paper(day, {}, lambda done: None))
    pages = [" ".join(page.split()) for page in paper_text.texts(drawn)]
    said = texts(day, translation.get_language())
    assert len(pages) >= len(said)
    whole = "".join("".join(pages).split())
    said_in_full = ["".join(part.split()) for text in said.values() for part in text.splitlines()]
    assert [part for part in said_in_full if part not in whole and part[-40:] not in whole] == []
