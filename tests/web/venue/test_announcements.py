"""Announcements that are read aloud: filled from the day, in French first, for directors alone."""

import pytest
from django.utils import translation

from tests import factories
from tests.papers import paper_text
from tournaments import rounds
from tournaments.models import Tournament
from tournaments.publishing import announcements, publications, tournament_words
from tournaments.publishing.papers import paper_types, venue_papers
from tournaments.rounds import stages

pytestmark = pytest.mark.django_db


def announcement_texts(tournament: Tournament, language: str = "en") -> dict[str, str]:
    with translation.override(language):
        return {step.key: "\n".join(step.paragraphs) for step in announcements.announcements(tournament)}


def play_rounds(tournament: Tournament, upto: int) -> None:
    for number in range(1, upto + 1):
        factories.play_round(tournament, number)


def test_welcome_contains_every_rule_and_time():
    tournament = factories.tournament(8, by=factories.director())
    rules = stages.qualifying(tournament).rules
    for language in ("en", "fr-ca"):
        text = announcement_texts(tournament, language)["welcome"]
        with translation.override(language):
            expected = [sentence for _heading, sentence in tournament_words.announced_rules(rules)]
            expected += [slot.time for slot in tournament_words.timetable(rules) if slot.code != "welcome"]
        assert [one for one in [*expected, tournament.name, tournament.place, "8"] if one not in text] == []


def test_each_time_of_the_timetable_has_its_own_sentence():
    tournament = factories.tournament(8, by=factories.director())
    with translation.override("en"):
        slots = tournament_words.timetable(stages.qualifying(tournament).rules)
    hours = announcement_texts(tournament)["welcome"].split("\n")[1]
    found = [sum(slot.time in one and ": " not in one for one in hours.split(". ")) for slot in slots]
    assert found == [0 if slot.code == "welcome" else 1 for slot in slots]


def test_gin_tournament_without_dinner_has_no_dinner_text():
    tournament = factories.gin(4, breaks=[])
    assert list(announcement_texts(tournament)) == ["welcome", "seats", "medals"]


def test_seats_text_is_about_the_next_round():
    tournament = factories.tournament(5, by=factories.director(), odd="bye", bye_credit=60)
    assert "game 1 " in announcement_texts(tournament)["seats"]
    seated = rounds.seat(stages.qualifying(tournament), 1, by=None)
    alone = next(row.name for row in rounds.sheet(seated) if not row.opponents)
    assert alone in announcement_texts(tournament)["seats"]
    rounds.open_round(seated, by=None)
    for table in (1, 2):
        factories.enter(factories.meeting_at(seated, table), [121, 90])
    rounds.close_round(seated, by=None)
    text = announcement_texts(tournament)["seats"]
    assert "game 2 " in text
    assert alone not in text


def test_dinner_text_names_the_leaders():
    tournament = factories.tournament(4, rounds=2, breaks=[{"after": 1, "minutes": 60, "code": "dinner"}])
    before = announcement_texts(tournament)["dinner"]
    play_rounds(tournament, 1)
    after = announcement_texts(tournament)["dinner"]
    assert len(after.splitlines()) > len(before.splitlines())
    assert "121" in after
    assert "game 2" in after


def test_medals_text_waits_for_official_and_goes_third_to_first():
    tournament = factories.tournament(4, rounds=1)
    round_ = factories.open_round(tournament)
    for table, scores in ((1, [121, 90]), (2, [110, 121])):
        factories.enter(factories.meeting_at(round_, table), scores)
    rounds.close_round(round_, by=None)
    people = [entry.name for entry in tournament.entries.all()]
    assert not any(name in announcement_texts(tournament)["medals"] for name in people)
    publications.publish(tournament, official=True, by=None)
    text = announcement_texts(tournament)["medals"]
    shown = publications.published_standings(publications.official_publication(tournament))
    named = [row.name for row in shown.rows if row.rank <= 3]
    assert all(name in text for name in named)
    assert text.index(shown.rows[2].name) < text.index(shown.rows[0].name)


def test_page_is_french_by_default_and_needs_a_role(client):
    tournament = factories.tournament(4, by=factories.director())
    path = f"/t/{tournament.slug}/aloud/"
    assert client.get(path).status_code == 302
    client.force_login(factories.helper(tournament, "viewer", "vue"))
    html = client.get(path, headers={"accept-language": "en"}).content.decode()
    assert '<article class="aloud" lang="fr-ca">' in html
    assert "&lt;" not in html
    english = client.get(path + "?step=seats&language=en").content.decode()
    assert '<article class="aloud" lang="en">' in english
    assert client.get(path + "?step=none&language=xx").status_code == 200


def test_markup_in_names_is_escaped(client):
    tournament = factories.tournament(5, odd="bye", bye_credit=60)
    Tournament.objects.update(name="<b>Coupe</b>", place="<i>Salle</i>")
    client.force_login(factories.helper(tournament, "viewer", "vue"))
    html = client.get(f"/t/{tournament.slug}/aloud/").content.decode()
    assert "&lt;b&gt;Coupe&lt;/b&gt;" in html
    assert "<b>Coupe" not in html


def test_printed_announcements_are_complete():
    tournament = factories.tournament(8)
    drawn = venue_papers.read_aloud(paper_types.Paper(tournament, {}, lambda done: None))
    pages = [" ".join(page.split()) for page in paper_text.texts(drawn)]
    texts = announcement_texts(tournament, translation.get_language())
    assert len(pages) >= len(texts)
    whole = "".join("".join(pages).split())
    said_in_full = ["".join(part.split()) for text in texts.values() for part in text.splitlines()]
    assert [part for part in said_in_full if part not in whole and part[-40:] not in whole] == []
