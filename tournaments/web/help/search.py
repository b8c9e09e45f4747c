"""The search of the guide: the best sections for what is typed; a rare word weighs more than a common one.

The weights are those of BM25, a usual measure for texts. The guide is small: nothing is kept.
"""

import math
import re

from tournaments.registration.names import fold
from tournaments.web.help.guide import Section, chapters

INDEX_WORDS = {
    "sign-in": "connexion, login, log in, password",
    "first-page": "langue, anglais, francais, language, english, french",
    "set-up": "ajouter une table, pause, diner, souper, add a table, break, lunch, supper",
    "materials": "internet de la salle",
    "questions": "repas, diner, souper, allergie, lunch, dinner, allergy",
    "fees": "argent, rembourser, remboursement, refund, money back",
    "prizes": "certificat, tirage, prix de presence, door prize",
    "helpers": "aide, benevole, volunteer",
    "online": "inscription par internet",
    "import-list": "excel",
    "wishes": "mal ecrit, orthographe, changer un nom, handicap, wheelchair, spelled, change a name",
    "person": "changer un nom, enlever, rayer de la liste, change a name, take off the list",
    "check-in": "absent",
    "projector": "ecran, televiseur, screen, tv",
    "three-steps": "departager, egalite, egaux, tie, tied",
    "internet": "anonyme, cacher les noms, hide names",
    "e-mail": "courrier, email",
    "people": "deux fois, doublon, en double, fusionner, duplicate, merge, same person twice",
    "events": "deux tournois le meme jour, two tournaments on the same day",
    "odd-number": "adversaire, personne seule, no opponent, left over",
    "late": "en retard, late arrival, late",
    "protest": "conteste, desaccord, disagree, dispute",
    "leaves": "absent, partir, quitter, quitte, remplacant, home, leave, no-show, quit, substitute",
    "wrong-result": "corriger un pointage, erreur, mauvais, correct a score, error, mistake",
    "two-desks": "different",
    "wrong-seats": "assis, changer de place, mauvaise table, meme place, change seats, same seat, sat",
    "rules-of-the-day": "reglement",
    "rule-disputed": "arbitre, referee",
    "too-soon": "annuler, defaire, cancel, undo",
    "end-early": "arreter, finir plus tot, manque de temps, terminer, finish, no time left, stop",
    "printer": "bourrage, imprimante, ne marche pas, paper jam, does not work",
    "power-cut": "electricite, eteint, panne, battery, outage, power failure",
    "phones": "connecter, ne marche pas, tablette, connect, does not work, tablet, wifi",
    "password": "oublie, perdu, forgot, lost",
    "copies-themselves": "sauvegarde, backup",
    "another-computer": "autre portable, brise, panne, broke, broken, other laptop",
    "hide-delete": "cacher",
    "tablets-prepare": "code, connecter, nip, connect, pin",
    "without-network": "panne de wifi, sans internet, batterie, battery, disconnected, no wifi",
    "own-phones": "code qr",
    "accessibility": "grossir, taille du texte, texte plus gros, bigger text, font, text size",
}
"""The words by which readers ask for a section where the guide has others, by its anchor: a book's index."""
SYNONYMS = (
    ("score", "result", "pointage", "resultat"),
    ("game", "joute", "partie"),
    ("delete", "erase", "remove", "strike", "take out"),
    ("efface", "supprim", "retir", "raye", "enlev"),
    ("wifi", "wi-fi"),
    ("laptop", "computer"),
    ("portable", "ordinateur"),
)
"""Beginnings of words that mean the same wherever they stand."""
ENDINGS = re.compile(r"(?<=\w{4})(?:ees?|e[rszd]|ing|[esx])$")
QUESTION_WORDS = """
a au aux avec c ce ces comment d dans de des du elle en est et faire il j je l la le les leur m ma mon n
ne on ou par pas plus pour puis qu que quelqu qui quoi s sa se ses son sont sur t un une veux y
an and are at be by can do does for from how i in is it my not of or somebody someone the to want was
what with you your
"""
STOP_WORDS = frozenset(QUESTION_WORDS.split())
"""Words that are in a question and that no section is about."""
TITLE_WEIGHT = 8
"""The weight of a word in the title or in the index: that of so many in the text."""
MIN_SHARE = 0.5
"""The share of the weight of all that is typed that a section must have."""
MAX_FOUND, MAX_WORDS = 12, 12


def search(typed: str) -> list[tuple[Section, str]]:
    """Return the sections about what was typed, the best first, each with the paragraph to show."""
    words = [word for word in re.findall(r"[\w-]+", fold(typed)) if word not in STOP_WORDS]
    patterns = [_word_pattern(word) for word in words[:MAX_WORDS]]
    sections = [one for chapter in chapters() for one in (chapter.top, *chapter.sections)]
    scores = _scores(patterns, sections)
    best = sorted((at for at, score in enumerate(scores) if score), key=lambda at: -scores[at])
    return [(sections[at], _paragraph_with(sections[at], patterns)) for at in best[:MAX_FOUND]]


def _word_pattern(word: str) -> re.Pattern[str]:
    """Return what finds the words by which the guide may say a word that was typed."""
    same = (one for group in SYNONYMS if any(word.startswith(one) for one in group) for one in group)
    return re.compile("|".join(rf"\b{re.escape(one)}" for one in (ENDINGS.sub("", word), *same)))


def _scores(patterns: list[re.Pattern[str]], sections: list[Section]) -> list[float]:
    """Return the score of each section (BM25), 0 where too little of what was typed is in it.

    A word that is in no section has the greatest weight, so that it is not simply overlooked.
    """
    usual = sum(len(one.folded) for one in sections) / len(sections)
    scores, shares = [0.0] * len(sections), [0.0] * len(sections)
    total = 0.0
    for pattern in patterns:
        counts = [_count(pattern, one) for one in sections]
        weight = math.log(1 + len(sections) / (0.5 + sum(map(bool, counts))))
        total += weight
        for at, (count, one) in enumerate(zip(counts, sections, strict=True)):
            scores[at] += weight * count / (count + 0.5 + len(one.folded) / usual)
            shares[at] += weight if count else 0
    return [score if share >= MIN_SHARE * total else 0 for score, share in zip(scores, shares, strict=True)]


def _count(pattern: re.Pattern[str], section: Section) -> int:
    named = f"{fold(section.title)} {INDEX_WORDS.get(section.anchor, '')}"
    return len(pattern.findall(section.folded)) + TITLE_WEIGHT * bool(pattern.search(named))


def _paragraph_with(section: Section, patterns: list[re.Pattern[str]]) -> str:
    """Return the paragraph that has most of the words."""

    def words_in(block: str) -> int:
        folded = fold(block)
        return sum(bool(pattern.search(folded)) for pattern in patterns)

    return max(section.blocks, key=words_in, default="")
