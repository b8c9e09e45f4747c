"""What everybody is asked at registration: counted, listed, imported, and never public."""

import json

import pypdfium2
import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import translation

from scoring import DomainError
from tests import factories, shown_by
from tests.papers import paper_text
from tournaments import registration
from tournaments.models import Entry, Tournament
from tournaments.papers.collation import collation_key
from tournaments.publishing import door_papers, export, papers
from tournaments.registration import payments, presence, questions
from tournaments.transfer import copies

pytestmark = pytest.mark.django_db
MEALS = ["Poulet", "Poisson", "<b>Végé</b>"]


@pytest.fixture
def day() -> Tournament:
    day = factories.tournament(4, by=factories.director())
    questions.save_questions(day, [(None, "Repas", MEALS), (None, "En autobus", [])], by=None)
    day.refresh_from_db()
    return day


@pytest.fixture
def door(client, day):
    client.force_login(factories.helper(day, "registration", "accueil"))
    return client


def answer(day: Tournament, number: int, **given: str) -> None:
    entry = factories.entry(day, number)
    registration.edit_entry(entry, entry.name, answers={key[1:]: value for key, value in given.items()})


def given(day: Tournament, number: int) -> dict[str, str]:
    return day.entries.get(number=number).answers


def test_whoever_is_added_is_asked_and_whoever_is_mended_too(door, day):
    html = door.get(f"/t/{day.slug}/registration/").content.decode()
    assert 'name="answer_1"' in html
    assert 'name="answer_2"' in html
    door.post(
        f"/t/{day.slug}/registration/", {"name": "Zoé L'Écuyer", "answer_1": "Poisson", "answer_2": "yes"}
    )
    assert given(day, 5) == {"1": "Poisson", "2": "yes"}
    row = door.get(f"/t/{day.slug}/registration/5/row/", headers={"hx-request": "true"}).content.decode()
    assert '<option value="Poisson" selected>' in row
    path = f"/t/{day.slug}/registration/5/"
    door.post(path, {"name": "Zoé L'Écuyer", "answer_1": MEALS[2], "answer_2": ""})
    assert given(day, 5) == {"1": MEALS[2]}
    html = door.get(f"/t/{day.slug}/registration/").content.decode()
    assert "&lt;b&gt;Végé&lt;/b&gt;" in html
    assert "<b>Végé" not in html
    assert door.post(path, {"name": "Zoé", "answer_1": "Bœuf"}).status_code == 422
    assert given(day, 5) == {"1": MEALS[2]}


def test_they_are_counted_and_the_paper_lists_everybody_by_answer(door, day):
    answer(day, 1, q1="Poisson", q2="yes")
    answer(day, 2, q1="Poulet")
    answer(day, 3, q1="Poulet", q2="no")
    entries = list(day.entries.all())
    meal, bus = questions.questions_of(day)
    assert questions.counts(meal, entries) == [("Poulet", 2), ("Poisson", 1), (MEALS[2], 0), ("", 1)]
    assert questions.counts(bus, entries) == [("yes", 1), ("no", 1), ("", 2)]
    html = door.get(f"/t/{day.slug}/registration/questions/").content.decode()
    assert "<dt>Poulet</dt><dd>2</dd>" in html
    drawn = papers.PAPER_TYPES["door_list"].draw(papers.Paper(day, {"which": "answers"}, lambda done: None))
    first, second = (" ".join(page.split()) for page in paper_text.texts(drawn))
    assert first.index("Huguette Côté") < first.index("Réal O'Brien")
    assert "Poulet" in first
    assert "En autobus" in second
    for entry in entries:
        assert entry.name in first
        assert entry.name in second


def test_the_door_list_has_everybody_with_fee_presence_and_answers_and_empty_lines(door, day):
    paid = registration.edit_entry(day.entries.get(number=1), "Réal O'Brien", fee_cents=1550)
    payments.record(paid, None, "cheque", by=None)
    answer(day, 1, q1="Poisson")
    presence.check_in(day.entries.get(number=1), here=True)
    with translation.override("en"):
        drawn = papers.PAPER_TYPES["door_list"].draw(papers.Paper(day, {}, lambda done: None))
    rows = [[cell.text for cell in row.children] for row in paper_text.structure(drawn).all("TR")]
    heading, people, blank = rows[0], rows[1:5], rows[5:]
    assert len(blank) == door_papers.EMPTY_LINES and not any(text.strip() for row in blank for text in row)
    assert [row[0] for row in people] == sorted((row[0] for row in people), key=collation_key)
    line = next(row for row in people if row[0] == "O'Brien, Réal")
    assert [line[heading.index(one)] for one in ("Fee", "Paid")] == ["$15.50", "cheque"]
    assert [row[heading.index("Present")] for row in people].count(door_papers.HERE) == 1
    assert "Poisson" in line


def test_nothing_of_it_is_public(client, day):
    for number in range(1, 5):
        answer(day, number, q1="Poulet", q2="yes")
    factories.play_round(day, 1)
    secrets = ("Poulet", "Repas", "autobus")
    for path in ("", "rows/", "where/", "rules/", "screen/", "players/1/", "rounds/1/screen/", "aloud/"):
        html = client.get(f"/t/{day.slug}/{path}", follow=True).content.decode()
        assert not [word for word in secrets if word in html], path
    day.refresh_from_db()
    exported = json.dumps(export.export_tournament(day, []), ensure_ascii=False)
    assert not [word for word in secrets if word in exported]


def test_only_who_sets_the_day_up_asks(client, day):
    asked = {"q-TOTAL_FORMS": "1", "q-INITIAL_FORMS": "0", "q-0-text": "Allergie", "q-0-choices": "a\nb"}
    client.force_login(factories.helper(day, "registration", "accueil"))
    assert client.post(f"/t/{day.slug}/registration/questions/ask/", asked).status_code == 403
    client.force_login(factories.helper(day, "director", "chef"))
    assert client.post(f"/t/{day.slug}/registration/questions/ask/", asked).status_code == 302
    assert [one.text for one in questions.questions_of(Tournament.objects.get(pk=day.pk))] == ["Allergie"]
    assert day.acts.filter(kind="questions").count() == 2
    wrong = asked | {"q-0-choices": "a\nA", "q-0-text": "<b>x</b>"}
    refused = client.post(f"/t/{day.slug}/registration/questions/ask/", wrong)
    assert refused.status_code == 422
    assert "&lt;b&gt;x&lt;/b&gt;" in refused.content.decode()


FIVE = [
    ("Repas du midi", ["Poulet", "Poisson", "Végétarien"]),
    ("Transport en autobus", []),
    ("Allergies", ["Aucune", "Noix", "Fruits de mer"]),
    ("Souper au restaurant", []),
    ("Grandeur du chandail", ["S", "M", "L", "XL"]),
]


LONG = [(f"{text}, au choix de chaque personne inscrite", choices) for text, choices in FIVE]


@pytest.mark.parametrize("five", [FIVE[:3], FIVE, LONG])
def test_names_stay_readable_on_the_door_list_beside_many_questions(five):
    day = factories.tournament(8)
    questions.save_questions(day, [(None, text, choices) for text, choices in five], by=None)
    day.refresh_from_db()
    for number in range(1, 9):
        given = {str(one.id): one.values[-1] for one in questions.questions_of(day)}
        registration.edit_entry(factories.entry(day, number), factories.NAMES[number - 1][0], answers=given)
    drawn = papers.PAPER_TYPES["door_list"].draw(papers.Paper(day, {}, lambda done: None))
    letters = list(paper_text.characters(drawn))
    (wide, high) = pypdfium2.PdfDocument(drawn)[0].get_size()
    assert wide > high
    assert max(right for _page, _letter, (_left, _low, right, _top) in letters) < wide - 20
    heights = [top - low for _page, letter, (_left, low, _right, top) in letters if letter.isupper()]
    assert min(heights) > 4  # of capitals: type of 6 points
    words = paper_text.plain(drawn)
    assert not [one for one in ("Lefebvre", "Noëlla", "Huguette", "Gagné") if one not in words]


def test_five_questions_are_asked_and_six_are_not(door, day):
    five = [(None, text, choices) for text, choices in FIVE]
    questions.save_questions(day, five, by=None)
    page = shown_by.page(door.get(f"/t/{day.slug}/registration/"))
    assert len({one.get("name") for one in page.all("select")} & {f"answer_{at}" for at in range(1, 9)}) == 5
    with pytest.raises(DomainError, match="question_twice"):
        questions.save_questions(day, [*five, (None, "Une de trop", [])], by=None)
    assert len(door.get(f"/t/{day.slug}/registration/questions/").context["forms"]) == 5


def test_a_question_worded_anew_keeps_its_answers_and_another_one_takes_none(day):
    answer(day, 1, q1="Poulet", q2="yes")
    questions.save_questions(day, [(1, "Repas du midi", ["Poulet", "Tofu"]), (2, "", [])], by=None)
    day.refresh_from_db()
    questions.save_questions(
        day, [(1, "Repas du midi", ["Poulet", "Tofu"]), (None, "Membre du chœur", [])], by=None
    )
    day.refresh_from_db()
    meal, choir = questions.questions_of(day)
    assert (meal.id, choir.id) == (1, 3)
    entries = list(day.entries.all())
    assert questions.counts(meal, entries)[0] == ("Poulet", 1)
    assert questions.counts(choir, entries) == [("yes", 0), ("no", 0), ("", 4)]
    answer(day, 1, q3="no")
    assert given(day, 1) == {"1": "Poulet", "2": "yes", "3": "no"}


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        ([(None, "Repas", ["Poulet"])], "question_choices"),
        ([(None, "Repas", ["Poulet", "poulet "])], "question_choices"),
        ([(None, "Repas", [str(n) for n in range(9)])], "question_choices"),
        ([(None, "Repas", []), (None, "repas", [])], "question_twice"),
        ([(None, "x" * 61, [])], "detail_too_long"),
        ([(None, "Repas", ["x" * 41, "y"])], "detail_too_long"),
    ],
)
def test_what_cannot_be_asked(day, asked, code):
    with pytest.raises(DomainError, match=code):
        questions.save_questions(day, asked, by=None)


def test_a_list_brings_answers_under_the_heading_of_the_question(door, day):
    pasted = (
        "Nom\tClub\tREPAS\tEn autobus\nPaul Hébert\tSorel\tpoisson\toui\n"
        "Léa Roy\tSorel\tHomard\tnon\nRose Dubé\tSorel\t\t\n"
    )
    html = door.post(f"/t/{day.slug}/registration/import/", {"pasted": pasted}, follow=True).content.decode()
    assert '<option value="answer1" selected>Repas</option>' in html
    token = html.split('name="token" value="')[1].split('"')[0]
    door.post(f"/t/{day.slug}/registration/import/preview/", {"token": token, "do": "enter"})
    people = {entry.name: entry for entry in day.entries.filter(club="Sorel")}
    assert people["Paul Hébert"].answers == {"1": "Poisson", "2": "yes"}
    assert people["Léa Roy"].answers == {"2": "no"}
    assert people["Léa Roy"].note == "Repas : Homard"
    assert people["Rose Dubé"].answers == {}
    exported = door.get(f"/t/{day.slug}/registration/export/").content.decode("utf-8-sig").splitlines()
    assert exported[0].endswith("Repas;En autobus")
    assert next(line for line in exported if "Hébert" in line).endswith(";Poisson;oui") or next(
        line for line in exported if "Hébert" in line
    ).endswith(";Poisson;yes")


def test_answers_go_with_a_copy(day):
    answer(day, 1, q1="Poulet", q2="yes")
    day.refresh_from_db()
    restored = copies.restore(copies.open_copy(copies.seal_copy(copies.pack(day))), by=None)
    assert given(restored, 1) == {"1": "Poulet", "2": "yes"}
    assert questions.questions_of(restored) == questions.questions_of(day)


def test_the_page_of_many_asks_as_little_as_that_of_few(door, day):
    taken = []
    for count in (1, 3):
        Entry.objects.filter(tournament=day, number__lte=count).update(answers={"1": "Poulet"})
        with CaptureQueriesContext(connection) as asked:
            door.get(f"/t/{day.slug}/registration/questions/")
        taken.append(len(asked))
    assert taken[0] == taken[1]
