import os
import sys
from argparse import RawDescriptionHelpFormatter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import translation
from django.utils.translation import gettext as _

from scoring import DomainError
from scoring.cards import SYMBOLS, read_cards
from scoring.cribbage.pegging import PegRules
from scoring.cribbage.play import replay
from scoring.cribbage.show import heels, score_hand
from scoring.gin.hand import show_hand
from scoring.gin.rules import ACES, NAMED_RULES
from tournaments.games import card_letters
from tournaments.games.card_names import face, faces
from tournaments.judge.views.frame import refusal_sentence
from tournaments.judge.wording import cribbage, gin, play
from tournaments.system.data_folder import terminal_language


class Command(BaseCommand):
    requires_system_checks: list[str] = []

    def create_parser(self, *args, **options):
        with translation.override(terminal_language()):
            self.help = _help()
            return super().create_parser(*args, formatter_class=RawDescriptionHelpFormatter, **options)

    def add_arguments(self, parser) -> None:
        parser.add_argument("cards", nargs="+", help=_("cards as 5H, 10S, JC"))
        game = parser.add_mutually_exclusive_group()
        game.add_argument(
            "--gin", action="store_true", help=_("two hands of gin: the knocker’s, the opponent’s")
        )
        game.add_argument("--play", action="store_true", help=_("the play of cribbage"))
        game.add_argument("--crib", action="store_true", help=_("a crib: only a flush of five counts"))
        parser.add_argument("--ace", choices=ACES, default="low", help=_("gin: where the ace may stand"))
        parser.add_argument(
            "--bonuses", choices=sorted(NAMED_RULES), default="standard", help=_("gin: the bonuses")
        )
        parser.add_argument("--up-card", help=_("gin, Oklahoma: the card that was turned up"))
        parser.add_argument("--players", type=int, default=2, help=_("play: how many players"))
        parser.add_argument("--at", default="", help=_("play: where the sides stand before it, as “116 98”"))
        parser.add_argument("--target", type=int, default=121, help=_("play: the game goes to"))
        parser.add_argument("--from-116", action="store_true", help=_("play: no single point from 116 on"))

    def handle(self, *, cards: list[str], **options: Any) -> None:
        with translation.override(terminal_language()), ignore_closed_pipe():
            *cards, up_card = card_letters.to_english(
                [*cards, options["up_card"] or ""], card_letters.local_letters()
            )
            try:
                for line in _lines(cards, options | {"up_card": up_card or None}):
                    self.stdout.write(printable(line, getattr(self.stdout, "encoding", None)))
            except DomainError as refusal:
                raise CommandError(refusal_sentence(refusal)) from None


@contextmanager
def ignore_closed_pipe() -> Iterator[None]:
    """End quietly if the reader of the output closes it, as in `score … | head`."""
    try:
        yield
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # discard what is still buffered


def _help() -> str:
    examples = [
        ('score "5H 5S 5D JC" 5C', _("a hand of cribbage and the starter")),
        ('score "5H 5S 5D JC" 5C --crib', _("the same cards as a crib")),
        ('score --play "7H 8S 6D 9C"', _("the play, card after card (write go where it was said)")),
        (
            'score --gin "3C 4C 5C 7D 7H 7S 9S 10S JS 6D" "2C 6C 8C 8D 8H KD KH QC 4S 3H"',
            _("the knocker’s cards after the discard, and the opponent’s"),
        ),
    ]
    sentence = _("Count cards as the judge’s page does, with every reason.")
    return "\n".join(
        [
            sentence,
            "",
            *(f"{card_letters.to_local_letters(typed)}\n    {meaning}" for typed, meaning in examples),
        ]
    )


def printable(line: str, encoding: str | None) -> str:
    """Return the line, with letters for the suits if the terminal's encoding lacks their symbols."""
    try:
        line.encode(encoding or "utf-8")
    except UnicodeEncodeError:
        line = line.translate(dict(zip(map(ord, SYMBOLS), card_letters.local_letters(), strict=True)))
    return line.encode(encoding or "utf-8", "replace").decode(encoding or "utf-8")


def _lines(cards: list[str], options: dict[str, Any]) -> Iterator[str]:
    if options["play"]:
        return _play(cards, options)
    if len(cards) != 2:
        raise CommandError(
            _("Give two texts, each in quotation marks: the hand and the starter, or two hands of gin.")
        )
    first, second = cards
    if options["gin"]:
        return _gin(first, second, options)
    return _hand(first, second, crib=options["crib"])


def _hand(hand: str, starter: str, *, crib: bool) -> Iterator[str]:
    show = score_hand(hand, starter, crib=crib)
    turned = read_cards(starter)[0]
    yield _("%(cards)s, starter %(starter)s") % {"cards": faces(read_cards(hand)), "starter": face(turned)}
    for combination, count in cribbage.running_counts(show):
        yield f"{count:>4}  {cribbage.combination_line(combination)}"
    yield cribbage.total(show, crib=crib)
    if heels(turned):
        yield cribbage.heels()


def _gin(knocker: str, opponent: str, options: dict[str, Any]) -> Iterator[str]:
    rules = replace(NAMED_RULES[options["bonuses"]], ace=options["ace"])
    shown = show_hand(knocker, opponent, rules=rules, up_card=options["up_card"])
    for label, side in ((_("Knocker"), shown.knocker), (_("Opponent"), shown.opponent)):
        melds = [faces(meld.cards) for meld in side.melds]
        rest = [_("left over %(cards)s") % {"cards": faces(side.unmatched)}] if side.unmatched else []
        words = {"player": label, "deadwood": side.deadwood, "cards": " | ".join([*melds, *rest])}
        yield _("%(player)s (%(deadwood)d): %(cards)s") % words
    for reason in shown.score.reasons:
        yield f"  {gin.reason_sentence(reason)}"
    yield " ".join(part for part in (gin.result(shown.score), gin.fine(shown.score)) if part)


def _play(cards: list[str], options: dict[str, Any]) -> Iterator[str]:
    rules = PegRules(target=options["target"], from_116=options["from_116"])
    done = replay(" ".join(cards), players=options["players"], scores=_scores(options["at"]), rules=rules)
    for event in done.events:
        yield " ".join([play.action(event), *play.pegged_sentences(event)])
    seats = [[seat for seat, of in enumerate(done.sides) if of == side] for side in range(len(done.scores))]
    sides = [{"side": play.side(side, seats[side]), "score": score} for side, score in enumerate(done.scores)]
    yield ", ".join(_("%(side)s: %(score)d") % side for side in sides)


def _scores(text: str) -> list[int] | None:
    """Return the scores of the sides before the play, if given."""
    try:
        return [int(score) for score in text.split()] or None
    except ValueError:
        raise DomainError("not_a_whole_number", value=text) from None
