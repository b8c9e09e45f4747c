"""The name of a game to which a penalty belongs."""

from django.utils.translation import gettext as _

from tournaments.models import Round, Stage


def game_label(round_: Round, game: int, games: int) -> str:
    """Return the name of a game of a round in any stage; `games` is the most that its matches can have."""
    stage = round_.stage
    words = {"number": round_.number, "round": round_.number, "game": game}
    if stage.kind == Stage.Kind.PLAYOFF:
        return _("Playoffs, match %(number)d, game %(game)d") % words
    if stage.kind == Stage.Kind.TIE_BREAK:
        words["place"] = stage.rules.get("first_rank", 1)
        return _("Medal match for place %(place)s, round %(round)d, game %(game)d") % words
    if games > 1:
        return _("Game %(number)d, game %(game)d of the match") % words
    return _("Game %(number)d") % words
