"""The names of times, formats, breaks and devices on screens and papers."""

from collections.abc import Mapping
from datetime import date, datetime, timedelta
from typing import Any

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from tournaments.formats import FORMATS
from tournaments.models import Device


def clock(minute: int) -> str:
    """Return a time of day: «13 h 05», «13 h» in French, 1:05 pm in English. `minute` counts from midnight.

    English has no points in "pm": they would meet the full stop of a sentence.
    """
    hours, minutes = divmod(minute % (24 * 60), 60)
    if (get_language() or "").startswith("fr"):
        return f"{hours}\N{NO-BREAK SPACE}h" + (f"\N{NO-BREAK SPACE}{minutes:02d}" if minutes else "")
    return f"{(hours - 1) % 12 + 1}:{minutes:02d}\N{NO-BREAK SPACE}{'am' if hours < 12 else 'pm'}"


def date_words(on: date, *, weekday: bool = False, year: bool = True) -> str:
    """Format a date as on screens and papers: «samedi 21 novembre 2026», Saturday, November 21, 2026."""
    name = date_format(on, "l") if weekday else ""
    if (get_language() or "").startswith("fr"):
        number = "1er" if on.day == 1 else str(on.day)
        return f"{name} {number} {date_format(on, 'F Y' if year else 'F')}".strip()
    words = date_format(on, "F j, Y" if year else "F j")
    return f"{name}, {words}" if name else words


def dates_words(first: date, last: date) -> str:
    """Format several days: «les 12 et 13 décembre 2026», November 30 – December 2, 2026.

    A month or a year that both days share is written once. `first` and `last` may be the same day.
    """
    if first == last:
        return date_words(first, weekday=True)
    same_year = first.year == last.year
    same_month = same_year and first.month == last.month
    begins, ends = date_words(first, year=not same_year), date_words(last)
    if (get_language() or "").startswith("fr"):
        begins = begins.split()[0] if same_month else begins
        words = "les {} et {}" if last - first == timedelta(days=1) else "du {} au {}"
        return words.format(begins, ends)
    return f"{begins}–{last.day}, {last.year}" if same_month else f"{begins} – {ends}"


def moment(at: datetime) -> str:
    """Format a date with its time, in the time zone of the program."""
    here = timezone.localtime(at)
    return f"{date_words(here)}, {time_of_day(at)}"


def time_of_day(moment: datetime) -> str:
    """Return the time of a moment as `clock` writes it, in the time zone of the program."""
    here = timezone.localtime(moment)
    return clock(here.hour * 60 + here.minute)


def name_of_format(rules: Mapping[str, Any]) -> str:
    """Return the name of the format that the rules of a stage were made from."""
    own = rules.get("own")
    return str(own["name"]) if own else format_name(rules["format"])


def format_name(key: str) -> str:
    """Return the name of a format; its key where it is no longer shipped."""
    return _(FORMATS[key].name) if key in FORMATS else key


def format_note(key: str) -> str:
    """Return the one-sentence description of a format."""
    return _(FORMATS[key].note) if key in FORMATS else ""


def break_name(code: str) -> str:
    """Return the name of a break."""
    names = {"welcome": _("Welcome"), "dinner": _("Lunch"), "pause": _("Break"), "medals": _("Medals")}
    return names.get(code, code)


def device_name(device: Device, table: int | None = None) -> str:
    """Return the name of a device in a sentence: «tablet “7B” of table 7», «kiosk “1”».

    `table` is the number of the table for which it reported, if it is not the one at which it is.
    """
    if device.entry:
        return _("%(name)s’s phone") % {"name": device.entry.name}
    if device.is_kiosk:
        return _("kiosk “%(label)s”") % {"label": device.label} if device.label else _("kiosk")
    shown = {"label": device.label, "table": table or (device.place.number if device.place else "?")}
    if device.label:
        return _("tablet “%(label)s” of table %(table)s") % shown
    return _("tablet of table %(table)s") % shown
