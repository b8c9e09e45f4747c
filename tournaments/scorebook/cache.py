"""The cached results: rewritten from the lines in their own transaction, never a truth of their own."""

from scoring.settle import Disputed, Open, Settled
from tournaments.models import Line, Meeting, Result, Stage, Tournament
from tournaments.models.tournament import locked
from tournaments.scorebook.amounts import GAMES, Amount, amount_of


def rewrite(tournament: Tournament, meeting: Meeting, game: int) -> Amount:
    """Work the cached results of one game out of its lines anew, in the caller's transaction."""
    amount = amount_of(meeting, game)
    Result.objects.filter(meeting=meeting, game=game).delete()
    if not isinstance(amount, Open) and amount.data is not None:
        Result.objects.bulk_create(_results(tournament, meeting, game, amount))
    return amount


def _results(tournament: Tournament, meeting: Meeting, game: int, amount: Settled | Disputed) -> list[Result]:
    stage = Stage.objects.get(rounds__meetings=meeting)
    line = Line.objects.get(tournament=tournament, number=amount.line)
    values = GAMES[stage.game].earned(amount.data, stage.rules, meeting.games_planned)
    state = "disputed" if isinstance(amount, Disputed) else "settled"
    return [
        Result(
            tournament=tournament,
            stage=stage,
            meeting=meeting,
            game=game,
            entry_id=seat.entry_id,
            side=seat.side,
            state=state,
            how=value.how,
            pegged=value.pegged,
            against=value.against,
            played=value.played,
            won=value.won,
            skunk=value.skunk,
            match_points=value.match_points,
            spread=value.spread,
            line=line,
        )
        for seat in meeting.seats.order_by("side", "order_in_side")
        for value in [values[seat.side]]
    ]


def rebuild(tournament: Tournament, *, check: bool = False) -> list[tuple[int, int]]:
    """Work every cached result out of the lines anew; the (meeting id, game) whose cache differed.

    With `check` nothing is changed.
    """
    wrong = []
    with locked(tournament.pk) as tournament:
        games = (
            Line.objects.filter(tournament=tournament).values_list("meeting", "game").distinct().order_by()
        )
        for meeting in Meeting.objects.filter(pk__in={pk for pk, _ in games}):
            for game in sorted({game for pk, game in games if pk == meeting.pk}):
                cached = list(Result.objects.filter(meeting=meeting, game=game).order_by("side", "entry"))
                amount = amount_of(meeting, game)
                settled = not isinstance(amount, Open) and amount.data is not None
                worked_out = _results(tournament, meeting, game, amount) if settled else []  # type: ignore[arg-type]
                if [_values(row) for row in cached] != [_values(row) for row in worked_out]:
                    wrong.append((meeting.pk, game))
                    if not check:
                        rewrite(tournament, meeting, game)
    return wrong


def _values(result: Result) -> tuple:
    names = [field.attname for field in Result._meta.concrete_fields if field.name != "id"]
    return tuple(int(value) if isinstance(value := getattr(result, name), bool) else value for name in names)
