import gc
import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone, translation
from django.utils.formats import number_format
from django.utils.translation import gettext as _

from scoring import boards
from scoring.errors import DomainError
from tournaments import formats, registration
from tournaments.common import competitors, sanitize
from tournaments.common.messages import sentences
from tournaments.games import GAMES
from tournaments.laptop.migrate import bring_up_to_date
from tournaments.models import Tournament
from tournaments.organisations import own_formats
from tournaments.pairing import bracket_kinds, pairing_systems, partners, seats_from_file
from tournaments.pairing.preconditions import MAX_PEOPLE
from tournaments.pairing.seats_file_validation import PlanConstraints, plan_faults
from tournaments.pairing.values import Person
from tournaments.publishing import club_words
from tournaments.publishing.export import export_tournament
from tournaments.publishing.export_names import NEWEST_VERSION, VERSIONS
from tournaments.publishing.outputs import json_file
from tournaments.registration import partner_draw
from tournaments.rounds import NoSeating
from tournaments.standings import Standings, club_teams, standings
from tournaments.system.data_folder import terminal_language
from tournaments.transfer import seats_file, simulated_tournament

MIN_PLAYERS = 2
OPTIONS = [option for game in GAMES.values() for option in game.rules.options]


class Command(BaseCommand):
    requires_system_checks: list[str] = []

    def create_parser(self, *args, **options):
        with translation.override(terminal_language()):
            self.help = _(
                "Rehearse a whole day: play it through the functions of the screens, and check the seats "
                "of every game."
            )
            return super().create_parser(*args, conflict_handler="resolve", **options)  # --version

    def add_arguments(self, parser) -> None:
        parser.add_argument("--format", default=formats.FIRST, choices=sorted(formats.FORMATS))
        parser.add_argument(
            "--format-file", type=Path, help=_("the file of a format of your own, in place of --format")
        )
        parser.add_argument("--players", type=int, required=True)
        parser.add_argument("--seed", type=int, default=1)
        parser.add_argument(
            "--members", type=int, default=0, help=_("every player is a team of this many, who stay together")
        )
        parser.add_argument(
            "--partners",
            choices=partner_draw.METHODS,
            help=_("people come alone and are drawn into pairs, who stay together"),
        )
        parser.add_argument("--club-best", type=int, help=_("also rank clubs: this many of each club count"))
        parser.add_argument(
            "--boards",
            type=int,
            choices=range(boards.MIN_BOARDS, boards.MAX_BOARDS + 1),
            help=_("teams meet on this many boards, in a format for that"),
        )
        parser.add_argument(
            "--odd",
            choices=("house", "bye", "three"),
            help=_("an odd field: a house player, byes worth 0, or a table of three"),
        )
        parser.add_argument("--fixed", type=int, default=0, help=_("how many keep a seat all day"))
        for option in OPTIONS:
            parser.add_argument(f"--{option.name}", choices=option.choices, help=str(option.help))
        parser.add_argument(
            "--movement",
            choices=sorted(pairing_systems.PAIRING_SYSTEMS),
            help=_("seat people by another movement"),
        )
        parser.add_argument(
            "--seats-file", type=Path, help=_("a file that says who sits where: CSV or a workbook, by number")
        )
        self._add_playoff_arguments(parser)
        parser.add_argument("--rounds", type=int, help=_("play only this many games"))
        parser.add_argument("--late", type=int, default=0, help=_("how many arrive late"))
        parser.add_argument("--leave", type=int, default=0, help=_("how many leave early"))
        parser.add_argument("--export", type=Path, help=_("write the tournament to this file as JSON"))
        parser.add_argument(
            "--version", type=int, choices=VERSIONS, default=NEWEST_VERSION, help=_("of that JSON")
        )

    def _add_playoff_arguments(self, parser) -> None:
        parser.add_argument(
            "--playoffs", help=_("play playoffs: quarter, everybody, or how many of the first are in")
        )
        parser.add_argument(
            "--playoff-games",
            type=int,
            default=5,
            choices=formats.PLAYOFF_GAMES,
            help=_("best of this many games"),
        )
        parser.add_argument("--third-place", action="store_true", help=_("with a match for third place"))
        parser.add_argument("--double", action="store_true", help=_("only those who have lost twice are out"))
        parser.add_argument(
            "--consolation",
            choices=formats.CONSOLATIONS,
            help=_("beside the playoffs: for the losers of round 1, or for the rest"),
        )

    def handle(self, **options) -> None:
        with translation.override(terminal_language()):
            self.rehearse(**options)

    def rehearse(
        self, *, players: int, seed: int, export: Path | None, rounds: int | None, **options
    ) -> None:
        """Play the tournament of the options. Raises `CommandError` with one sentence if there is none."""
        of = _rules_from_file(options["format_file"]) if options["format_file"] else None
        rules = of or formats.rules(options["format"])
        _check_options(players, seed, rounds, options, rules)
        _check_movement(options, rules)
        choices = _choices(options, rules, players)
        kind = competitors.TEAMS if (options["members"] or 0) > 1 else competitors.declared_kind(rules)
        late, leave = options["late"], options["leave"]
        if export:
            is_new = not export.exists()
            with _wrap_file_errors(export):
                export.open("a", encoding="utf-8").close()
                if is_new:
                    export.unlink()
        bring_up_to_date()
        gc.freeze()  # loaded objects stay: checking them again and again would take a tenth of the time
        try:
            tournament = simulated_tournament.set_up(
                players,
                seed=seed,
                by=None,
                name=_("Rehearsal with %(who)s") % {"who": competitors.count_phrase(players, kind)},
                house_name=_("House player"),
                day=timezone.localdate(),
                format_key=of["format"] if of else options["format"],
                of=of,
                fixed=range(1, options["fixed"] + 1),
                away=late + leave,
                at_least=rounds or 0,
                members=options["members"],
                example=True,
                **choices,
            )
            _prepare_games(tournament, options, seed)
            played = simulated_tournament.play(
                tournament, seed=seed, by=None, upto=rounds, late=late, leave=leave
            )
        except KeyError as unknown:
            raise CommandError(unknown.args[0]) from unknown
        except DomainError as refusal:
            raise CommandError(sentences.error_sentence(refusal)) from refusal
        except NoSeating as none:
            raise CommandError(
                sentences.sentence(none.code, {"name": "", "kind": kind} | none.args_)
            ) from none
        if export:
            content = json_file.full_export(tournament)
            if options["version"] == 1:
                content = export_tournament(tournament, standings_rows(standings(tournament)))
            text = json.dumps(content, ensure_ascii=False, indent=1)
            with _wrap_file_errors(export):
                export.write_text(text + "\n", encoding="utf-8")
        self.report(played, competitors.count_phrase(players, kind))
        if options["club_best"] and (clubs := club_teams.club_standings(tournament, standings(tournament))):
            for team in clubs.teams:
                self.stdout.write(f"{team.rank:3} {club_words.name_of(team)} {team.total}")

    def report(self, played: simulated_tournament.SimulatedTournament, who: str) -> None:
        """Print one line of figures; a fault fails the command."""
        moved = [walk for walk in played.walks if walk]
        words = {"who": who, "rematches": played.rematches, "faults": played.faults[:5]}
        with translation.override(terminal_language()):
            words["walk"] = number_format(round(sum(moved) / len(moved), 2), 2) if moved else "0"
            line = _("%(who)s; rematches: %(rematches)s; mean walk: %(walk)s tables.")
            self.stdout.write(line % words)
            if played.faults:
                raise CommandError(_("Faults were found, including: %(faults)s") % words)


def _prepare_games(tournament: Tournament, options: dict, seed: int) -> None:
    """Do what an organiser does once all are here: draw partners, declare how clubs are ranked."""
    if best := options["club_best"]:
        club_teams.declare(tournament, club_teams.ClubDeclaration(best, best, several=True), by=None)
    if how := options["partners"]:
        ranks = {entry.number: at for at, entry in enumerate(partner_draw.singles(tournament), start=1)}
        wanted = partner_draw.DrawRequest(how=how, uneven=partners.SMALLER, ranks=ranks)
        drawn = partner_draw.draw(tournament, wanted, seed=seed, reason="", by=None)
        partner_draw.enter(tournament, drawn.version, by=None)


@contextmanager
def _wrap_file_errors(path: Path) -> Iterator[None]:
    """Raise a fault of a file as a `CommandError` in one sentence that names it."""
    try:
        yield
    except OSError as fault:
        raise CommandError(f"{path}: {fault.strerror}") from fault
    except DomainError as refusal:
        raise CommandError(f"{path}: {sentences.error_sentence(refusal)}") from refusal


def _rules_from_file(path: Path) -> dict:
    """Return the rules of the format in a file."""
    with _wrap_file_errors(path):
        draft = own_formats.parse_format(path.read_bytes())
    own = {"uid": str(draft.uid), "version": 1, "name": draft.name}
    return formats.complete_rules(draft.rules | {"own": own})


def _check_options(players: int, seed: int, rounds: int | None, options: dict, rules: dict) -> None:
    """Refuse options that no tournament can have."""
    fixed = options["fixed"]
    _check_range("--players", players, MIN_PLAYERS, MAX_PEOPLE)
    _check_range("--seed", seed, 0, sanitize.MAX_NUMBER)
    _check_range("--members", options["members"], 0, registration.MAX_MEMBERS)
    if rounds is not None:
        _check_range("--rounds", rounds, 0, rules["rounds_allowed"][1])
    if not 0 <= fixed <= players // 2:
        raise CommandError(_("--fixed: at most one at each table."))
    for option in ("late", "leave"):
        _check_range(f"--{option}", options[option], 0, players)
    if options["late"] + options["leave"] > max(0, players - fixed - MIN_PLAYERS):
        raise CommandError(_("--late, --leave: at least two have to be here all day."))
    if options["club_best"] is not None:
        _check_range("--club-best", options["club_best"], 1, club_teams.MAX_COUNTED)
    if options["odd"] and options["odd"] not in rules["odd_ways"]:
        raise CommandError(_unfit_option_sentence(f"--odd {options['odd']}", rules))
    if not options["playoffs"] and (options["third_place"] or options["double"] or options["consolation"]):
        raise CommandError(
            _("--third-place, --double, --consolation: give --playoffs to choose who plays them.")
        )


def _check_range(option: str, given: int, least: int, most: int) -> None:
    if not least <= given <= most:
        words = _("%(option)s: a whole number from %(least)s to %(most)s, not %(given)s.")
        raise CommandError(words % {"option": option, "least": least, "most": most, "given": given})


def _unfit_option_sentence(option: str, rules: dict) -> str:
    return _("%(option)s: not possible with the format %(format)s.") % {
        "option": option,
        "format": rules["format"],
    }


def _check_movement(options: dict, rules: dict) -> None:
    """Refuse a pairing system that seats people otherwise than the format, such as more at a table."""
    chosen = options["movement"]
    if not chosen:
        return
    if options["odd"] == "three" and not pairing_systems.PAIRING_SYSTEMS[chosen].WINNERS_STAY:
        raise CommandError(sentences.sentence("three_where_winners_stay"))
    instead = all(
        pairing_systems.PAIRING_SYSTEMS[name].CODES["choice"] for name in (chosen, rules["movement"])
    )
    if chosen != rules["movement"] and not instead:
        raise CommandError(_unfit_option_sentence(f"--movement {chosen}", rules))


def _choices(options: dict, rules: dict, players: int) -> dict:
    """Return what is declared otherwise than in the `rules` of the format. Raises `CommandError`."""
    choices = _movement(options)
    if options["seats_file"]:
        choices |= _rules_from_seats_file(options["seats_file"], options, players)
    changes = options["late"] or options["leave"]
    if (players % 2 or changes) and options["odd"]:
        choices["odd"] = options["odd"]
    for option in OPTIONS:
        if given := options[option.name.replace("-", "_")]:
            declared = option.rules(given)
            try:
                formats.complete_rules(rules | declared)
            except KeyError as unknown:
                raise CommandError(_unfit_option_sentence(f"--{option.name}", rules)) from unknown
            choices |= declared
    if options["boards"]:
        if rules["boards"] is None:
            raise CommandError(_unfit_option_sentence("--boards", rules))
        choices["boards"] = rules["boards"] | {"count": options["boards"]}
    if options["playoffs"]:
        choices["playoffs"] = _playoffs(options)
    return choices


def _rules_from_seats_file(path: Path, options: dict, players: int) -> dict:
    """Return the rules of a tournament that follows a file of seats. Raises `CommandError` for its faults."""
    rules = formats.rules(options["format"], **_movement(options))
    at_table = pairing_systems.Tables.from_rules(rules)
    with _wrap_file_errors(path):
        plan = seats_file.parse_seats(path.read_bytes(), lambda _name: ())
    tables = max([players, *(table.table for tables in plan.rounds for table in tables)])
    people = [Person(number) for number in range(1, players + 1)]
    field = PlanConstraints(people, players, tables, len(plan.rounds), at_table.size, at_table.partners)
    faults = plan_faults(plan, field)
    hard = [fault for fault in faults if fault.hard]
    if hard:
        raise CommandError(f"{path}: " + " ".join(seats_file.describe_fault(fault, {}) for fault in hard[:5]))
    for fault in faults:
        if fault.code == "file_hidden":
            print(f"{path}: {seats_file.describe_fault(fault, {})}", file=sys.stderr)
    file = plan.as_rule(name=path.name[: seats_file.MAX_NAME_LENGTH], like=rules["movement"])
    declared = {"bye_credit": 0} if rules["bye_credit"] is None else {}
    return declared | {
        "movement": seats_from_file.NAME,
        "seats_file": file,
        "rounds": len(plan.rounds),
        "tables": tables,
    }


def _movement(options: dict) -> dict:
    return {"movement": options["movement"]} if options["movement"] else {}


def _playoffs(options: dict) -> dict:
    who, count = options["playoffs"], None
    if who.isascii() and who.isdigit():
        who, count = "first", int(who)
        fewest, most = bracket_kinds.limits(double=options["double"])
        _check_range("--playoffs", count, fewest, most)
    elif who not in formats.PLAYOFF_FIELDS or who == "first":
        raise CommandError(_("--playoffs: quarter, everybody, or how many of the first are in."))
    if options["double"] and (options["third_place"] or options["consolation"]):
        raise CommandError(_("--double: without --third-place and --consolation."))
    return formats.playoffs(
        who,
        count=count,
        games=options["playoff_games"],
        third_place=options["third_place"],
        double=options["double"],
        consolation=options["consolation"],
    )


def standings_rows(standings: Standings) -> list[dict]:
    return [
        {
            "rank": row.place,
            "number": row.number,
            "points": row.points,
            "pegged": row.pegged,
            "match_points": row.match_points,
            "games_won": row.won,
            "spread": row.spread,
            **({"value": row.value} if "value" in standings.criteria else {}),
            "values": [list(pair) for pair in zip(standings.criteria, row.values, strict=True)],
            **({"out": True} if row.out else {}),
        }
        for row in standings.rows
    ]
