"""The search of the guide answers the questions of volunteers: the right section is among the first three."""

import pytest
from django.utils.translation import override

from tests import page_reader
from tournaments.registration.names import fold
from tournaments.web.help.guide import chapters
from tournaments.web.help.search import INDEX_WORDS, MAX_FOUND, STOP_WORDS, search

QUESTIONS = {
    "fr-ca": {
        "partir avant la fin": ["leaves"],
        "quitte": ["leaves"],
        "absent": ["check-in", "leaves"],
        "une personne s'en va avant la fin": ["leaves"],
        "mauvais résultat": ["wrong-result"],
        "corriger un pointage": ["wrong-result"],
        "j'ai fermé trop vite": ["too-soon"],
        "annuler": ["too-soon"],
        "égalité": ["three-steps"],
        "deux personnes à égalité pour une médaille": ["three-steps"],
        "quelqu'un est en retard": ["late"],
        "j'ai perdu mon mot de passe": ["password"],
        "NIP": ["tablets-prepare"],
        "l'imprimante ne marche pas": ["printer"],
        "bourrage papier": ["printer"],
        "je veux imprimer le classement": ["print"],
        "la tablette ne se connecte pas": ["phones", "tablets-prepare"],
        "wifi": ["materials"],
        "le wi-fi ne marche pas": ["phones", "without-network"],
        "deux personnes à la même place": ["wrong-seats"],
        "assis à la mauvaise table": ["wrong-seats"],
        "nom mal écrit": ["wishes"],
        "changer un nom": ["person", "wishes"],
        "personne en double": ["people"],
        "fusionner deux fiches": ["people"],
        "rayer quelqu'un de la liste": ["person"],
        "remboursement": ["fees"],
        "repas": ["questions"],
        "ajouter une table": ["set-up"],
        "terminer avant la fin": ["end-early"],
        "finir plus tôt": ["end-early"],
        "prix": ["prizes"],
        "certificat": ["prizes"],
        "publier les résultats": ["internet"],
        "copie de sauvegarde": ["copies-themselves"],
        "clé usb": ["usb-key"],
        "changer de portable": ["another-computer"],
        "changer la langue": ["first-page"],
        "texte plus gros": ["accessibility"],
        "nombre impair": ["odd-number"],
        "panne de courant": ["power-cut"],
        "deux tournois le même jour": ["events"],
        "un joueur conteste": ["protest"],
        "arbitre": ["rule-disputed"],
        "remplaçant": ["leaves"],
        "supprimer un tournoi": ["hide-delete"],
        "bénévole": ["helpers"],
        "courriel": ["e-mail"],
        "logo": ["identity"],
    },
    "en": {
        "leave before the end": ["leaves"],
        "player goes home": ["leaves"],
        "absent": ["check-in", "leaves"],
        "no show": ["leaves"],
        "wrong result": ["wrong-result"],
        "correct a score": ["wrong-result"],
        "undo": ["too-soon"],
        "cancel a game": ["too-soon"],
        "tie": ["three-steps"],
        "two people tied for a medal": ["three-steps"],
        "somebody is late": ["late"],
        "lost my password": ["password"],
        "PIN": ["tablets-prepare"],
        "printer does not work": ["printer"],
        "paper jam": ["printer"],
        "how to print": ["print"],
        "tablet does not connect": ["phones", "tablets-prepare"],
        "wifi": ["materials"],
        "no wi-fi": ["without-network"],
        "two people at the same seat": ["wrong-seats"],
        "sat at the wrong table": ["wrong-seats"],
        "name spelled wrong": ["wishes"],
        "change a name": ["person", "wishes"],
        "duplicate person": ["people"],
        "same person twice": ["people"],
        "take somebody off the list": ["person"],
        "refund": ["fees"],
        "meal": ["questions"],
        "add a table": ["set-up"],
        "end early": ["end-early"],
        "stop before the last game": ["end-early"],
        "no time left": ["end-early"],
        "prizes": ["prizes"],
        "door prize": ["prizes"],
        "publish results": ["internet"],
        "backup": ["copies-themselves"],
        "usb key": ["usb-key"],
        "other laptop": ["another-computer"],
        "computer broke": ["another-computer"],
        "change the language": ["first-page"],
        "bigger text": ["accessibility"],
        "odd number": ["odd-number"],
        "power failure": ["power-cut"],
        "two tournaments on the same day": ["events"],
        "player disputes a score": ["protest"],
        "substitute": ["leaves"],
        "delete a tournament": ["hide-delete"],
        "volunteer": ["helpers"],
        "email": ["e-mail"],
        "logo": ["identity"],
    },
}
QUESTION_CASES = [
    (language, question, anchors)
    for language, questions in QUESTIONS.items()
    for question, anchors in questions.items()
]


@pytest.mark.parametrize(("language", "question", "anchors"), QUESTION_CASES)
def test_question_finds_its_section_among_the_first_three(language, question, anchors):
    with override(language):
        first = [section.anchor for section, _paragraph in search(question)][:3]
    assert set(first) & set(anchors), first


@pytest.mark.parametrize("language", QUESTIONS)
def test_unknown_words_find_nothing(language):
    with override(language):
        assert search("caisse zzz") == search("zzz") == search("") == []
        for question in QUESTIONS[language]:
            assert len(search(question)) <= MAX_FOUND


def test_index_has_existing_sections_and_searchable_words():
    anchors = {one.anchor for chapter in chapters() for one in (chapter.top, *chapter.sections)}
    assert set(INDEX_WORDS) <= anchors
    for words in INDEX_WORDS.values():
        assert words == fold(words)
        assert not STOP_WORDS.issuperset(words.replace(",", "").split())


@pytest.mark.django_db
def test_help_page_shows_the_best_sections_first(client):
    client.cookies["django_language"] = "fr-ca"
    page = page_reader.parse(client.get("/help/", {"q": "Une personne s’en va avant la fin"}))
    assert "leaves" in [link["data-section"] for link in page.all("[data-section]")][:3]
