"""Numbers as the reader's language writes them: 1 612 in French, 1,612 in English, and a real minus.

Amounts of money and the bars of the statistics too.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime
from fractions import Fraction
from functools import lru_cache
from typing import Any

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from tournaments.papers.words import dashed, grouped, signed, with_half
from tournaments.publishing import explain, names
from tournaments.publishing.money_words import difference_words, how_paid, money, why_different
from tournaments.publishing.papers.door_papers import answer_word
from tournaments.publishing.papers.qualification_paper import state_words
from tournaments.publishing.statistics_words import decimal
from tournaments.registration.questions import Question

register = template.Library()
register.filter("qualified", state_words)
register.filter(decimal)
register.filter(with_half)
register.filter(money)
register.filter(how_paid)
register.filter(difference_words)
register.filter(why_different)
MAX_BAR_LENGTH = 1000  # in units of the drawing; the style stretches it


@register.filter
def answered(answers: Mapping[str, str] | None, questions: Sequence[Question]) -> list[tuple[str, str]]:
    """Return questions of a tournament with the answers in words; those without an answer are left out."""
    given = [(question.text, (answers or {}).get(str(question.id), "")) for question in questions]
    return [(text, answer_word(value)) for text, value in given if value]


@register.filter
def figure(number: int | None) -> str:
    """Return a whole number, grouped by thousands."""
    return grouped(number)


@register.filter
def against(points: int, other: int) -> str:
    """Return a dash and the points of the other side."""
    return dashed(points, other)


@register.filter
def evening_cells(cells: Iterable[Any]) -> SafeString:
    """Return the cells of a line of a season; a page has some ten thousand, too many for a template."""
    language = get_language() or "en"
    made = "".join(_evening_cell(cell.brought, cell.counts, language) for cell in cells)
    return mark_safe(made)  # noqa: S308 - of cells that are safe


@lru_cache(maxsize=4096)  # they repeat: a season has few different results
def _evening_cell(brought: int | Fraction | None, counts: bool, language: str) -> SafeString:
    if brought is None:
        return format_html('<td class="n"><span class="soft">{}</span></td>', "–")
    written = with_half(brought, language)
    if counts or not brought:
        return format_html('<td class="n">{}</td>', written)
    return format_html('<td class="n"><s>{}</s></td>', written)


@register.filter
def plus_minus(number: int | None) -> str:
    """Return the same with its sign."""
    return signed(number)


@register.filter
def hour(moment: datetime | None) -> str:
    """Return a time of day: «9 h 05» in French, 9:05 am in English."""
    return names.time_of_day(moment) if moment else ""


@register.filter(expects_localtime=True)
def day(on: date | None, how: str = "") -> str:
    """Return a date in words; `how` is `weekday`, or `short` for one without its year."""
    return names.date_words(on, weekday=how == "weekday", year=how != "short") if on else ""


@register.filter
def until(first: date, last: date) -> str:
    """Return the days from `first` to `last` in words."""
    return names.dates_words(first, last)


@register.filter
def listed(numbers: Sequence[int]) -> str:
    """Return numbers of tables as a sentence lists them: «1, 2 et 3» in French, 1, 2 and 3 in English."""
    return explain.join_names([str(number) for number in numbers], len(numbers)) if numbers else ""


@register.filter
def out(cents: int) -> int:
    """Return an outgoing amount without its sign, as its own column shows it."""
    return abs(cents)


@register.inclusion_tag("components/bars.html")
def bars(title: str, shown: Sequence[tuple[str, Fraction, str]]) -> dict[str, Any]:
    """Return a bar for each (label, length, figure), the longest as long as there is room."""
    most = max((length for _label, length, _figure in shown), default=Fraction(0)) or Fraction(1)
    drawn = [
        {"label": label, "long": (length * MAX_BAR_LENGTH / most).__floor__(), "figure": figure}
        for label, length, figure in shown
    ]
    return {"title": title, "bars": drawn, "box": f"0 0 {MAX_BAR_LENGTH} 1"}
