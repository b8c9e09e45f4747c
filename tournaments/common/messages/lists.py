"""Messages for refused lists of people and rows, each with what to do about it."""

from typing import Any

from django.utils.translation import gettext_lazy

OF_LISTS: dict[str, Any] = {
    "file_empty": gettext_lazy("There is nothing in it: no line with a name was found."),
    "file_too_big": gettext_lazy(
        "This is too big for a list of players: %(most)s MB at the most. Is it the right file?"
    ),
    "file_too_heavy": gettext_lazy(
        "This workbook holds far more than a list: too many cells, styles or empty rows. "
        "Copy the rows of the list into a new workbook, and save that."
    ),
    "file_broken_excel": gettext_lazy(
        "This file cannot be read: it is damaged, locked by a password, or no list at all. "
        "Open it in Excel or LibreOffice, and save it as .xlsx, .ods or CSV."
    ),
    "file_not_a_list": gettext_lazy(
        "This is no list: a picture, a page of the web or a document, perhaps. "
        "Open it in Excel or LibreOffice, and save it as .xlsx, .ods or CSV."
    ),
    "file_chess_report": gettext_lazy(
        "This is the report of a chess program (.trf). Export the players from that program as CSV or Excel, "
        "and import that file."
    ),
    "file_too_many_rows": gettext_lazy("This list has more than %(most)s rows. Import it in parts."),
    "roster_changed": gettext_lazy(
        "Others were entered while this list was read. Nobody of it is entered yet: look at it again."
    ),
    "row_without_name": gettext_lazy("There is no name."),
    "formula_without_result": gettext_lazy(
        "A formula has no result here (%(value)s). "
        "Open the file in Excel and save it, or type the value itself."
    ),
    "no_name_column": gettext_lazy("Say which column holds the names."),
    "club_spelling_undecided": gettext_lazy("Say for each spelling of a club whether it is the same club."),
    "name_order_undecided": gettext_lazy("Say under “The columns” which name comes first."),
}
