"""A small tournament for these tests, with awkward names."""

from tests import factories
from tournaments import registration
from tournaments.models import Entry, Tournament, User
from tournaments.rounds import stages

NAMES = [
    ("Gérald O'Brien", "Richelieu"),
    ("Huguette L’Écuyer", "Saint-Hilaire"),
    ("Yvon <b>Côté</b>", "Les Joyeux de Sorel"),
    ("Réal de la Durantaye", "Beloeil"),
    ("Marie-Josée Saint-Hilaire", "Saint-Hilaire"),
    ("Œdipe Lefebvre", "Richelieu & fils"),
]
GIVEN_NAMES = [
    "Aline",
    "Benoît",
    "Carmen",
    "Denis",
    "Émilie",
    "Fernand",
    "Gisèle",
    "Hervé",
    "Irène",
    "Jacques",
]
FAMILY_NAMES = [
    "Tremblay",
    "Gagnon",
    "Roy",
    "Bouchard",
    "Gauthier",
    "Morin",
    "Lavoie",
    "Fortin",
    "Ouellet",
    "Pelletier",
]
FAMILY_NAMES += [
    "Bélanger",
    "Lévesque",
    "Bergeron",
    "Leblanc",
    "Paquette",
    "Girard",
    "Simard",
    "Boucher",
    "Caron",
    "Cloutier",
]


def small_tournament(by: User | None = None, **rules) -> Tournament:
    """Return a FADOQ tournament without players."""
    about = {"name": "Journée de l’Âge d’or", "place": "Salle O'Brien", "language": "en"}
    undeclared = {"missed": None, "forfeit": {"present": None, "absent": None}}
    return factories.tournament(0, by=by, about=about, **{"tables": 32, **undeclared, **rules})


def fill(tournament: Tournament, count: int) -> list[Entry]:
    """Enter `count` people."""
    names = NAMES + [
        (f"{given} {family}", f"Club {n % 7}")
        for n, (family, given) in enumerate(
            (family, given) for family in FAMILY_NAMES for given in GIVEN_NAMES
        )
    ]
    return [registration.add_entry(tournament, name, club=club) for name, club in names[:count]]


def seat_rounds(tournament: Tournament, count: int) -> None:
    """Create rounds as if seated and closed, without meetings: enough for registration."""
    stage = stages.qualifying(tournament)
    for number in range(1, count + 1):
        stage.rounds.create(number=number, state="closed")
