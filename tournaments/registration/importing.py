"""A whole list entered at once: all of it or nothing, and the same confirmation only once."""

from collections.abc import Sequence

from scoring import Refusal
from tournaments import acts
from tournaments.models import Act, Entry, Tournament, User
from tournaments.models.tournament import locked
from tournaments.registration.roster import Draft, add_entries, refuse_if_seated, take_off


def import_roster(
    tournament: Tournament, drafts: Sequence[Draft], *, token: str, by: User | None
) -> tuple[Act, bool]:
    """Enter `drafts` in one transaction; the act, and whether it was written now.

    A second confirmation with the same `token` changes nothing and answers with the first one's act.
    Raises `Refusal` where one of them cannot be entered: then nobody is.
    """
    with locked(tournament.pk) as tournament:
        earlier = tournament.acts.filter(kind="import", args__token=token).first()
        if earlier:
            return earlier, False
        entries = add_entries(tournament, drafts)
        args = {"token": token, "entries": [entry.number for entry in entries]}
        return acts.record(tournament, "import", args, by=by, inverse={}), True


def _imported(act: Act) -> list[Entry]:
    return list(act.tournament.entries.filter(number__in=act.args["entries"], created_at__lte=act.at))


def _import_obstacle(act: Act) -> Refusal | None:
    try:
        refuse_if_seated(_imported(act))
    except Refusal as refusal:
        return refusal
    return None


@acts.undoes("import", _import_obstacle)
def _take_back_import(tournament: Tournament, act: Act) -> None:
    take_off(_imported(act))
