"""Build the preview of an imported list."""

from collections.abc import Iterable, Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from scoring import DomainError
from tournaments import registration
from tournaments.common.messages import sentences
from tournaments.models import Tournament
from tournaments.registration import columns, questions
from tournaments.registration.candidates import Candidate
from tournaments.registration.team_names import UNDECIDED
from tournaments.web.registration import club_spellings, pending_import
from tournaments.web.registration.words import ENCODINGS, SKIP_REASONS, role_groups

ENTER, SKIP = "enter", "skip"
MAX_SAMPLES = 3


def preview_page(
    request: HttpRequest, tournament: Tournament, pending: pending_import.PendingImport, refusal: str = ""
) -> HttpResponse:
    """Answer with the people of the list as they would be entered; `refusal` says why they were not."""
    people: Sequence[Candidate] = []
    entered = registration.entered_people(tournament)
    try:
        people = pending_import.people(tournament, pending, entered)
    except DomainError as refused:
        refusal = sentences.error_sentence(refused)
    ready = [person for person in people if person.draft]
    doubtful = [(person, is_chosen(request, person)) for person in ready if person.is_doubtful]
    plain = [person for person in ready if not person.is_doubtful]
    chosen_above = _person_count(person for person, chosen in doubtful if chosen)
    shown = _columns(pending)
    reading = pending_import.chosen(pending)
    details = [person.draft.details for person in plain if person.draft]
    asked = questions.questions_of(tournament)
    clubs = club_spellings.questions(request, tournament, people, entered)
    context = {
        "pending": pending,
        "row_count": len(pending_import.rows(pending)),
        "left_columns": [column for column in shown if column["count"] and not column["role"]],
        "readings": _readings(pending),
        "hidden": [(at + 1, " · ".join(filter(None, reading.rows[at]))) for at in reading.hidden],
        "heading_row": None if pending["heading"] is None else pending["heading"] + 1,
        "columns": shown,
        "role_groups": role_groups(pending["roles"], asked),
        "asked": asked,
        "people": ready,
        "heads": _person_count(ready),
        "asks_together": any(columns.split_role(role)[1] > 1 for role in pending["roles"])
        and "team" not in pending["roles"],
        "refused": [
            (person, sentences.error_sentence(person.refusal)) for person in people if person.refusal
        ],
        "club_spellings": clubs,
        "clubs_open": sum(not one["choice"] for one in clubs),
        "team_names": _team_question(people),
        "open": [(person, chosen) for person, chosen in doubtful if not person.is_here],
        "here": [(person, chosen) for person, chosen in doubtful if person.is_here],
        "plain": plain,
        "filled": {name for known in details for name, value in known.items() if value not in ("", None)},
        "chosen": _person_count(plain) + chosen_above,
        "chosen_above": chosen_above,
        "left_out": [(person, SKIP_REASONS[person.left_out]) for person in people if person.left_out],
        "unread": [person for person in ready if person.unread],
        "refusal": refusal,
        "next_round": registration.next_round_number(tournament),
    }
    body = "preview_body.html" if request.htmx else "preview.html"  # type: ignore[attr-defined]
    status = 422 if refusal and request.method == "POST" and not request.htmx else 200  # type: ignore[attr-defined]
    return render(request, f"tournaments/registration/{body}", context, status=status)


def is_chosen(request: HttpRequest, person: Candidate) -> bool:
    """Return whether a doubtful row is to be entered: as it was chosen, or as is likely where it was not."""
    return request.POST.get(f"row-{person.key}", ENTER if person.is_another else SKIP) == ENTER


def was_asked(request: HttpRequest, person: Candidate) -> bool:
    """Return whether the page that was sent showed this doubt, whatever the answer."""
    return request.POST.get(f"row-{person.key}") in (ENTER, SKIP)


def check_teams_decided(people: Sequence[Candidate]) -> None:
    """Raise `DomainError` while it is not decided whether each club has its own teams."""
    if any(person.distinguished == UNDECIDED for person in people):
        raise DomainError("teams_of_clubs_undecided")


def _team_question(people: Sequence[Candidate]) -> dict[str, Any]:
    """Return team names of several clubs, and whether they are a team in each; empty without such names."""
    asked = [person for person in people if person.distinguished]
    names = list(dict.fromkeys(person.team for person in asked))
    return {"names": names, "count": len(names), "distinguished": asked[0].distinguished} if asked else {}


def _person_count(people: Iterable[Candidate]) -> int:
    """Count persons; each member of a team counts."""
    return sum(max(1, len(person.draft.members)) for person in people if person.draft)


def _readings(pending: pending_import.PendingImport) -> list[dict[str, Any]]:
    """Return the readings to choose from: sheets by name, or one list in several encodings, with samples."""
    if len(pending["readings"]) < 2:
        return []
    shown = []
    for at, reading in enumerate(pending_import.readings(pending)):
        is_hidden = not pending_import.has_visible_rows(reading)
        cells = [each for row in (reading.rows if is_hidden else reading.shown) for each in row if each]
        telling = cells if reading.kind == "sheet" else [each for each in cells if not each.isascii()]
        label = reading.label if reading.kind == "sheet" else str(ENCODINGS[reading.label])
        samples = list(dict.fromkeys(telling))[:MAX_SAMPLES]
        count = len(reading.rows)
        shown.append({"at": at, "label": label, "rows": count, "samples": samples, "is_hidden": is_hidden})
    return shown


def _columns(pending: pending_import.PendingImport) -> list[dict[str, Any]]:
    """Return each column that is not empty: its heading, three samples and its role."""
    rows, heading = pending_import.rows(pending), pending["heading"]
    below = rows if heading is None else rows[heading + 1 :]
    found = []
    for index, role in enumerate(pending["roles"]):
        cells = [row[index] for row in below if row[index]]
        title = pending["titles"][index]
        if cells or title:
            found.append(
                {
                    "index": index,
                    "title": title,
                    "samples": cells[:MAX_SAMPLES],
                    "count": len(cells),
                    "role": role,
                    "unsure": index in pending["unsure"],
                    "order_undecided": columns.split_role(role)[0] == columns.UNDECIDED,
                }
            )
    return found
