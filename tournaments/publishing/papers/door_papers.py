"""The list for the door: who comes, has paid and is here; the answers counted; empty sheets for clubs."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from tournaments import registration
from tournaments.models import Entry, Tournament
from tournaments.papers.collation import collation_key
from tournaments.papers.values import Column, List
from tournaments.publishing.money_words import money, paid_words
from tournaments.publishing.papers.paper_types import BEFORE, Paper, PaperPart, PaperType, draw_lists
from tournaments.registration import payments, questions
from tournaments.registration.club_sheets import MAX_PEOPLE
from tournaments.registration.questions import Question
from tournaments.registration.signup_settings import settings_of

EMPTY_LINES = 10
"""Lines for people who are not on the list."""
HERE_MARK = "\N{CHECK MARK}"
MAX_UPRIGHT_QUESTIONS = 2  # the most questions beside which names have room on an upright page
BLANK = "\N{NO-BREAK SPACE}"
WRITING_LINE = "_" * 22


def _no_questions(tournament: Tournament) -> str:
    return "" if questions.questions_of(tournament) else "nobody_asked"


ANSWERS = PaperPart(
    "answers", gettext_lazy("only the answers, counted for the kitchen or the bus"), missing=_no_questions
)

CLUB_SHEET = PaperPart("club_sheet", gettext_lazy("an empty sheet for a club, to fill in by hand"))


@PaperType(
    "door_list",
    gettext_lazy("Door list"),
    gettext_lazy("for the welcome: name, fee, paid, present, answers; not for the wall"),
    moments=(BEFORE,),
    parts=(ANSWERS, CLUB_SHEET),
    changes_with_every_act=True,
)
def door_list(paper: Paper) -> bytes:
    """Draw the list for the door, with empty lines; or the answers at registration, counted."""
    if paper.which == ANSWERS.key:
        return _answers_list(paper)
    if paper.which == CLUB_SHEET.key:
        return empty_sheet(paper)
    asked = questions.questions_of(paper.tournament)
    columns = [
        Column(_("Name")),
        Column(_("Club")),
        Column(_("Fee"), figures=True),
        Column(_("Paid"), by_hand=True),
        Column(_("Present"), by_hand=True),
        *(Column(question.text, by_hand=True) for question in asked),
    ]
    accounts = payments.accounts(paper.tournament)
    rows = [_line(name, accounts[entry.pk], asked) for name, entry in _entries_by_name(paper.tournament)]
    blank = (BLANK, *[""] * (len(columns) - 1))
    note = _("Tick who is here. People who are not on the list go on the empty lines.")
    whole = List(_("Door list"), note, columns, [*rows, *[blank] * EMPTY_LINES])
    return draw_lists(paper.header, whole, landscape=len(asked) > MAX_UPRIGHT_QUESTIONS)


def _entries_by_name(tournament: Tournament) -> list[tuple[str, Entry]]:
    entries = tournament.entries.exclude(kind=Entry.Kind.HOUSE)
    named = [
        (registration.family_name_first(registration.name_in_hall(one), one.sort_name), one)
        for one in entries
    ]
    return sorted(named, key=lambda each: (collation_key(each[0]), each[1].number))


def _line(name: str, account: payments.Account, asked: list[Question]) -> tuple[str, ...]:
    entry = account.entry
    return (
        name,
        entry.club,
        "" if account.fee is None else money(account.owed),
        paid_words(account),
        HERE_MARK if entry.checked_in_at else "",
        *(short_answer(entry.answers.get(str(question.id), "")) for question in asked),
    )


def short_answer(value: str) -> str:
    """Return an answer in words; "" for none."""
    return answer_word(value) if value else ""


def answer_word(value: str) -> str:
    """Return an answer in words; one that the organiser worded is returned unchanged."""
    words = {questions.YES: _("yes"), questions.NO: _("no"), "": pgettext("no answer", "not said")}
    return words.get(value, value)


def _answers_list(paper: Paper) -> bytes:
    """Draw a list for each question: how many of each answer, then all entries by answer and name."""
    asked = questions.questions_of(paper.tournament)
    entries = entries_with_questions(paper.tournament)
    return draw_lists(paper.header, *(_answers(question, entries) for question in asked))


def entries_with_questions(tournament: Tournament) -> list[Entry]:
    """Return the entries that are asked the questions of registration, by name."""
    entered = tournament.entries.exclude(kind=Entry.Kind.HOUSE).order_by("sort_name", "number")
    return sorted(
        registration.entries_with_own_answers(list(entered)),
        key=lambda entry: (entry.sort_name, entry.number),
    )


def _answers(question: Question, entries: list[Entry]) -> List:
    names = registration.distinct_names((at, entry.name, entry.club) for at, entry in enumerate(entries))
    columns = (
        Column(question.text),
        Column(_("Name")),
        Column(_("Club")),
        Column(_("Number"), figures=True),
    )
    rows = [
        (answer_word(value), names[at], entry.club, str(entry.number))
        for value, _count in questions.count_entry_answers(question, entries)
        for at, entry in enumerate(entries)
        if entry.answers.get(str(question.id), "") == value
    ]
    counts = [
        f"{answer_word(value)}: {count}" for value, count in questions.count_entry_answers(question, entries)
    ]
    return List(question.text, " · ".join(counts), columns, rows, ticked=True)


def empty_sheet(paper: Paper, club: str = "") -> bytes:
    """Draw lines to be filled in by hand for a club, or for any club."""
    asked = questions.questions_of(paper.tournament)
    columns = [
        Column(_("No."), figures=True),
        Column(_("First and last name")),
        Column(_("Member number"), by_hand=True),
        Column(_("E-mail or phone"), by_hand=True),
        *(Column(question.text, by_hand=True) for question in asked),
        Column(_("Full name on the Internet"), by_hand=True),
        Column(_("Fee"), by_hand=True),
    ]
    rows = [(str(at), BLANK, *[""] * (len(columns) - 2)) for at in range(1, MAX_PEOPLE + 1)]
    blanks = {"club": club or WRITING_LINE, "who": WRITING_LINE, "phone": WRITING_LINE}
    notes = [_("Club: %(club)s · Filled in by: %(who)s · Phone: %(phone)s") % blanks]
    members = settings_of(paper.tournament).members
    if members > 1:
        notes.append(
            _("Those who play together, %(count)s of them, are listed one after the other.")
            % {"count": members}
        )
    notes.append(_("Tick “Full name on the Internet” only for people who said yes."))
    note = " · ".join(notes)
    return draw_lists(paper.header, List(_("Registration of a club"), note, columns, rows), landscape=True)
