"""Questions at registration: counted, listed, imported, and never public."""

import json

import pypdfium2
import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import translation

from scoring import DomainError
from tests import factories, page_reader
from tests.papers import paper_text
from tournaments import registration
from tournaments.models import Entry, Tournament
from tournaments.papers.collation import collation_key
from tournaments.publishing import export
from tournaments.publishing.papers import door_papers, paper_types, registry
from tournaments.registration import payments, presence, questions
from tournaments.transfer import copies

pytestmark = pytest.mark.django_db
MEALS = ["Poulet", "Poisson", "<b>Végé</b>"]


@pytest.fixture
def tournament() -> Tournament:
    tournament = factories.tournament(4, by=factories.director())
    questions.save_questions(tournament, [(None, "Repas", MEALS), (None, "En autobus", [])], by=None)
    tournament.refresh_from_db()
    return tournament


@pytest.fixture
def door(client, tournament):
    client.force_login(factories.helper(tournament, "registration", "accueil"))
    return client


def save_answers(tournament: Tournament, number: int, **given: str) -> None:
    entry = factories.entry(tournament, number)
    registration.edit_entry(entry, entry.name, answers={key[1:]: value for key, value in given.items()})


def saved_answers(tournament: Tournament, number: int) -> dict[str, str]:
    return tournament.entries.get(number=number).answers


def test_questions_are_asked_on_adding_and_editing(door, tournament):
    html = door.get(f"/t/{tournament.slug}/registration/").content.decode()
    assert 'name="answer_1"' in html
    assert 'name="answer_2"' in html
    door.post(
        f"/t/{tournament.slug}/registration/",
        {"name": "Zoé L'Écuyer", "answer_1": "Poisson", "answer_2": "yes"},
    )
    assert saved_answers(tournament, 5) == {"1": "Poisson", "2": "yes"}
    row = door.get(
        f"/t/{tournament.slug}/registration/5/row/", headers={"hx-request": "true"}
    ).content.decode()
    assert '<option value="Poisson" selected>' in row
    path = f"/t/{tournament.slug}/registration/5/"
    door.post(path, {"name": "Zoé L'Écuyer", "answer_1": MEALS[2], "answer_2": ""})
    assert saved_answers(tournament, 5) == {"1": MEALS[2]}
    html = door.get(f"/t/{tournament.slug}/registration/").content.decode()
    assert "&lt;b&gt;Végé&lt;/b&gt;" in html
    assert "<b>Végé" not in html
    assert door.post(path, {"name": "Zoé", "answer_1": "Bœuf"}).status_code == 422
    assert saved_answers(tournament, 5) == {"1": MEALS[2]}


def test_answers_are_counted_and_listed_on_paper(door, tournament):
    save_answers(tournament, 1, q1="Poisson", q2="yes")
    save_answers(tournament, 2, q1="Poulet")
    save_answers(tournament, 3, q1="Poulet", q2="no")
    entries = list(tournament.entries.all())
    meal, bus = questions.questions_of(tournament)
    assert questions.count_entry_answers(meal, entries) == [
        ("Poulet", 2),
        ("Poisson", 1),
        (MEALS[2], 0),
        ("", 1),
    ]
    assert questions.count_entry_answers(bus, entries) == [("yes", 1), ("no", 1), ("", 2)]
    html = door.get(f"/t/{tournament.slug}/registration/questions/").content.decode()
    assert "<dt>Poulet</dt><dd>2</dd>" in html
    drawn = registry.PAPER_TYPES["door_list"].draw(
        paper_types.Paper(tournament, {"which": "answers"}, lambda done: None)
    )
    first, second = (" ".join(page.split()) for page in paper_text.texts(drawn))
    assert first.index("Huguette Côté") < first.index("Réal O'Brien")
    assert "Poulet" in first
    assert "En autobus" in second
    for entry in entries:
        assert entry.name in first
        assert entry.name in second


def test_door_list_shows_fee_presence_and_answers(door, tournament):
    paid = registration.edit_entry(tournament.entries.get(number=1), "Réal O'Brien", fee_cents=1550)
    payments.record(paid, None, "cheque", by=None)
    save_answers(tournament, 1, q1="Poisson")
    presence.check_in(tournament.entries.get(number=1), here=True)
    with translation.override("en"):
        drawn = registry.PAPER_TYPES["door_list"].draw(paper_types.Paper(tournament, {}, lambda done: None))
    rows = [[cell.text for cell in row.children] for row in paper_text.structure(drawn).all("TR")]
    heading, people, blank = rows[0], rows[1:5], rows[5:]
    assert len(blank) == door_papers.EMPTY_LINES and not any(text.strip() for row in blank for text in row)
    assert [row[0] for row in people] == sorted((row[0] for row in people), key=collation_key)
    line = next(row for row in people if row[0] == "O'Brien, Réal")
    assert [line[heading.index(one)] for one in ("Fee", "Paid")] == ["$15.50", "cheque"]
    assert [row[heading.index("Present")] for row in people].count(door_papers.HERE_MARK) == 1
    assert "Poisson" in line


def test_answers_are_never_public(client, tournament):
    for number in range(1, 5):
        save_answers(tournament, number, q1="Poulet", q2="yes")
    factories.play_round(tournament, 1)
    secrets = ("Poulet", "Repas", "autobus")
    for path in ("", "rows/", "where/", "rules/", "screen/", "players/1/", "rounds/1/screen/", "aloud/"):
        html = client.get(f"/t/{tournament.slug}/{path}", follow=True).content.decode()
        assert not [word for word in secrets if word in html], path
    tournament.refresh_from_db()
    exported = json.dumps(export.export_tournament(tournament, []), ensure_ascii=False)
    assert not [word for word in secrets if word in exported]


def test_only_directors_can_edit_questions(client, tournament):
    asked = {"q-TOTAL_FORMS": "1", "q-INITIAL_FORMS": "0", "q-0-text": "Allergie", "q-0-choices": "a\nb"}
    client.force_login(factories.helper(tournament, "registration", "accueil"))
    assert client.post(f"/t/{tournament.slug}/registration/questions/ask/", asked).status_code == 403
    client.force_login(factories.helper(tournament, "director", "chef"))
    assert client.post(f"/t/{tournament.slug}/registration/questions/ask/", asked).status_code == 302
    assert [one.text for one in questions.questions_of(Tournament.objects.get(pk=tournament.pk))] == [
        "Allergie"
    ]
    assert tournament.acts.filter(kind="questions").count() == 2
    wrong = asked | {"q-0-choices": "a\nA", "q-0-text": "<b>x</b>"}
    refused = client.post(f"/t/{tournament.slug}/registration/questions/ask/", wrong)
    assert refused.status_code == 422
    assert "&lt;b&gt;x&lt;/b&gt;" in refused.content.decode()


FIVE_QUESTIONS = [
    ("Repas du midi", ["Poulet", "Poisson", "Végétarien"]),
    ("Transport en autobus", []),
    ("Allergies", ["Aucune", "Noix", "Fruits de mer"]),
    ("Souper au restaurant", []),
    ("Grandeur du chandail", ["S", "M", "L", "XL"]),
]


LONG_QUESTIONS = [
    (f"{text}, au choix de chaque personne inscrite", choices) for text, choices in FIVE_QUESTIONS
]


@pytest.mark.parametrize("five", [FIVE_QUESTIONS[:3], FIVE_QUESTIONS, LONG_QUESTIONS])
def test_door_list_names_stay_readable_with_many_questions(five):
    tournament = factories.tournament(8)
    questions.save_questions(tournament, [(None, text, choices) for text, choices in five], by=None)
    tournament.refresh_from_db()
    for number in range(1, 9):
        given = {str(one.id): one.values[-1] for one in questions.questions_of(tournament)}
        registration.edit_entry(
            factories.entry(tournament, number), factories.NAMES[number - 1][0], answers=given
        )
    drawn = registry.PAPER_TYPES["door_list"].draw(paper_types.Paper(tournament, {}, lambda done: None))
    letters = list(paper_text.characters(drawn))
    (wide, high) = pypdfium2.PdfDocument(drawn)[0].get_size()
    assert wide > high
    assert max(right for _page, _letter, (_left, _low, right, _top) in letters) < wide - 20
    heights = [top - low for _page, letter, (_left, low, _right, top) in letters if letter.isupper()]
    assert min(heights) > 4  # of capitals: type of 6 points
    words = paper_text.plain(drawn)
    assert not [one for one in ("Lefebvre", "Noëlla", "Huguette", "Gagné") if one not in words]


def test_five_questions_are_asked_and_six_are_not(door, tournament):
    five = [(None, text, choices) for text, choices in FIVE_QUESTIONS]
    questions.save_questions(tournament, five, by=None)
    page = page_reader.parse(door.get(f"/t/{tournament.slug}/registration/"))
    assert len({one.get("name") for one in page.all("select")} & {f"answer_{at}" for at in range(1, 9)}) == 5
    with pytest.raises(DomainError, match="question_twice"):
        questions.save_questions(tournament, [*five, (None, "Une de trop", [])], by=None)
    assert len(door.get(f"/t/{tournament.slug}/registration/questions/").context["forms"]) == 5


def test_reworded_question_keeps_its_answers(tournament):
    save_answers(tournament, 1, q1="Poulet", q2="yes")
    questions.save_questions(tournament, [(1, "Repas du midi", ["Poulet", "Tofu"]), (2, "", [])], by=None)
    tournament.refresh_from_db()
    questions.save_questions(
        tournament, [(1, "Repas du midi", ["Poulet", "Tofu"]), (None, "Membre du chœur", [])], by=None
    )
    tournament.refresh_from_db()
    meal, choir = questions.questions_of(tournament)
    assert (meal.id, choir.id) == (1, 3)
    entries = list(tournament.entries.all())
    assert questions.count_entry_answers(meal, entries)[0] == ("Poulet", 1)
    assert questions.count_entry_answers(choir, entries) == [("yes", 0), ("no", 0), ("", 4)]
    save_answers(tournament, 1, q3="no")
    assert saved_answers(tournament, 1) == {"1": "Poulet", "2": "yes", "3": "no"}


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
def test_invalid_questions_are_refused(tournament, asked, code):
    with pytest.raises(DomainError, match=code):
        questions.save_questions(tournament, asked, by=None)


def test_import_reads_answers_by_question_heading(door, tournament):
    pasted = (
        "Nom\tClub\tREPAS\tEn autobus\nPaul Hébert\tSorel\tpoisson\toui\n"
        "Léa Roy\tSorel\tHomard\tnon\nRose Dubé\tSorel\t\t\n"
    )
    html = door.post(
        f"/t/{tournament.slug}/registration/import/", {"pasted": pasted}, follow=True
    ).content.decode()
    assert '<option value="answer1" selected>Repas</option>' in html
    token = html.split('name="token" value="')[1].split('"')[0]
    door.post(f"/t/{tournament.slug}/registration/import/preview/", {"token": token, "do": "enter"})
    people = {entry.name: entry for entry in tournament.entries.filter(club="Sorel")}
    assert people["Paul Hébert"].answers == {"1": "Poisson", "2": "yes"}
    assert people["Léa Roy"].answers == {"2": "no"}
    assert people["Léa Roy"].note == "Repas : Homard"
    assert people["Rose Dubé"].answers == {}
    exported = door.get(f"/t/{tournament.slug}/registration/export/").content.decode("utf-8-sig").splitlines()
    assert exported[0].endswith("Repas;En autobus")
    assert next(line for line in exported if "Hébert" in line).endswith(";Poisson;oui") or next(
        line for line in exported if "Hébert" in line
    ).endswith(";Poisson;yes")


def test_copy_includes_answers(tournament):
    save_answers(tournament, 1, q1="Poulet", q2="yes")
    tournament.refresh_from_db()
    restored = copies.restore(copies.open_copy(copies.seal_copy(copies.pack(tournament))), by=None)
    assert saved_answers(restored, 1) == {"1": "Poulet", "2": "yes"}
    assert questions.questions_of(restored) == questions.questions_of(tournament)


def test_page_takes_same_queries_for_more_answers(door, tournament):
    taken = []
    for count in (1, 3):
        Entry.objects.filter(tournament=tournament, number__lte=count).update(answers={"1": "Poulet"})
        with CaptureQueriesContext(connection) as asked:
            door.get(f"/t/{tournament.slug}/registration/questions/")
        taken.append(len(asked))
    assert taken[0] == taken[1]
