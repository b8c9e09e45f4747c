"""Questions that an organiser asks at registration beside the name: a meal, whether people come by bus.

At most five questions, each with choices or yes and no. Questions are stored in the tournament's settings,
answers with each entry by the number of the question: only for those at registration, never on a public page.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from scoring import DomainError
from tournaments.common import audit_log, sanitize
from tournaments.models import Entry, Tournament, User
from tournaments.models.locking import locked
from tournaments.registration.names import fold

KEY = "questions"
MAX_QUESTIONS, MAX_CHOICES, MIN_CHOICES = 5, 8, 2
MAX_QUESTION_LENGTH, MAX_CHOICE_LENGTH = 60, 40
MAX_SEARCHED = 20
YES, NO = "yes", "no"
YES_WORDS, NO_WORDS = (
    {"yes", "oui", "o", "y", "x", "1", "vrai", "true"},
    {"no", "non", "n", "0", "faux", "false"},
)


Same = tuple[str, tuple[str, ...]]


class Question(NamedTuple):
    """A question and the choices of answers; no choices: yes or no."""

    id: int
    text: str
    choices: tuple[str, ...]

    @property
    def values(self) -> tuple[str, ...]:
        """Return the possible answers."""
        return self.choices or (YES, NO)

    @property
    def same(self) -> Same:
        """Return what is equal for a question that several tournaments ask with the same words."""
        return fold(self.text), self.choices

    def read(self, typed: str) -> str | None:
        """Return the answer in a cell of a list; "" if it is empty, None if it is not understood."""
        word = fold(typed)
        if not word:
            return ""
        if self.choices:
            return next((choice for choice in self.choices if fold(choice) == word), None)
        return YES if word in YES_WORDS else NO if word in NO_WORDS else None


def questions_of(tournament: Tournament) -> list[Question]:
    """Return the questions of a tournament."""
    return [_question(kept) for kept in tournament.settings.get(KEY, [])]


def removed_questions(tournament: Tournament) -> list[Question]:
    """Return the questions that are not asked any more; people may have answered them."""
    asked = {one.id for one in questions_of(tournament)}
    saved = audit_log.saved_items(tournament, KEY).values()
    return [_question(kept) for kept in saved if kept["id"] not in asked]


def _question(kept: Mapping[str, Any]) -> Question:
    return Question(kept["id"], kept["text"], tuple(kept["choices"]))


def save_questions(
    tournament: Tournament, asked: Sequence[tuple[int | None, str, Sequence[str]]], *, by: User | None
) -> None:
    """Replace the questions; `asked` are (number of a known question or None, text, choices).

    Without a number it is a new one; an empty text leaves it out. Answers are stored under the number, so
    that a question can be reworded. Raises `DomainError`.
    """
    with locked(tournament) as current:
        known = {one.id for one in questions_of(current)}
        # Questions that are not asked any more keep their numbers: answers and prices may have them.
        free = max([*known, *audit_log.saved_items(current, KEY)], default=0) + 1
        questions = []
        for number, typed, choices in asked:
            text = sanitize.clean_line(typed)
            if text:
                own = number if number in known else free
                free += own == free
                questions.append(
                    Question(own, sanitize.clean_length(text, MAX_QUESTION_LENGTH), _choices(text, choices))
                )
        if len(questions) > MAX_QUESTIONS or len({fold(one.text) for one in questions}) < len(questions):
            raise DomainError("question_twice", most=MAX_QUESTIONS)
        if questions == questions_of(current):
            return
        kept = [one._asdict() | {"choices": list(one.choices)} for one in questions]
        current.save_settings(questions=kept)
        audit_log.record(current, KEY, {"questions": kept}, by=by)


def copy_questions(tournament: Tournament, earlier: Tournament, *, by: User | None) -> None:
    """Copy the questions of an earlier tournament."""
    if asked := questions_of(earlier):
        save_questions(tournament, [(None, one.text, one.choices) for one in asked], by=by)


def earlier_questions(tournament: Tournament) -> list[Question]:
    """Return the questions of the organisation's newest other tournament that asked any."""
    others = Tournament.objects.filter(organisation=tournament.organisation_id, live=True)
    others = others.filter(settings__has_key=KEY).exclude(pk=tournament.pk).order_by("-date", "-pk")
    return next((asked for one in others[:MAX_SEARCHED] if (asked := questions_of(one))), [])


def earlier_answers(
    questions: Sequence[Question], settings: Mapping[str, Any] | None, answers: Mapping[str, str] | None
) -> dict[str, str]:
    """Return answers from an earlier tournament to the same questions, by the numbers of `questions`.

    `settings` and `answers` are those of that tournament and of that entry.
    """
    then = {fold(one["text"]): (answers or {}).get(str(one["id"])) for one in (settings or {}).get(KEY, [])}
    found = {
        str(one.id): then.get(fold(one.text)) for one in questions if then.get(fold(one.text)) in one.values
    }
    return {number: answer for number, answer in found.items() if answer}


def _choices(text: str, typed: Sequence[str]) -> tuple[str, ...]:
    choices = [one for one in map(sanitize.clean_line, typed) if one]
    if not choices or {fold(one) for one in choices} in ({"yes", "no"}, {"oui", "non"}):
        return ()
    for one in choices:
        sanitize.clean_length(one, MAX_CHOICE_LENGTH)
    if not MIN_CHOICES <= len(choices) <= MAX_CHOICES or len({fold(one) for one in choices}) < len(choices):
        raise DomainError("question_choices", question=text, least=MIN_CHOICES, most=MAX_CHOICES)
    return tuple(choices)


def clean_answers(answers: Mapping[str, Any]) -> dict[str, str]:
    """Return answers as they are stored: those that are not empty. Raises `DomainError`."""
    clean = {
        number: sanitize.clean_length(sanitize.clean_line(value), MAX_CHOICE_LENGTH)
        for number, value in answers.items()
    }
    return {number: value for number, value in clean.items() if value}


def count_entry_answers(question: Question, entries: Sequence[Entry]) -> list[tuple[str, int]]:
    """Count each answer: the choices in their order, others, "" for those who have not answered."""
    return count_answers(question, [entry.answers.get(str(question.id), "") for entry in entries])


def count_answers(question: Question, answers: Sequence[str]) -> list[tuple[str, int]]:
    """Count answers in the same order."""
    given = Counter(answers)
    others = sorted(value for value in given if value and value not in question.values)
    every = [*question.values, *others, *([""] if given[""] else [])]
    return [(value, given[value]) for value in every]
