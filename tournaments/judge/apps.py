"""The judge's page, which can be left out, and its messages for refusals."""

from typing import Any

from django.apps import AppConfig
from django.utils.translation import gettext_lazy

REFUSALS: dict[str, Any] = {
    # a match on the judge's page (views/match.py)
    "match_game_unread": gettext_lazy(
        "Game %(game)s: “%(text)s” is not a result. Enter the points of each side, such as 121-88."
    ),
    "match_was_over": gettext_lazy("The match was over before game %(game)s: nothing more counts."),
    # the judge's page
    "tray_is_full": gettext_lazy(
        "%(tray)s: the %(most)s cards are there. Tap one of them to take it back, then tap the other."
    ),
    "laid_already": gettext_lazy(
        "%(card)s was already laid. Take back the last cards until it is on top, or tap another one."
    ),
    "too_many_cards": gettext_lazy("%(tray)s: %(given)s cards are there; at most %(most)s are possible."),
}


class JudgeConfig(AppConfig):
    name = "tournaments.judge"

    def ready(self) -> None:
        from tournaments.common.messages import sentences

        sentences.add_sentences(REFUSALS)
