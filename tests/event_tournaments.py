"""Events for tests: tournaments of one organisation, open to registrations."""

from datetime import date

from tests import factories
from tournaments.models import Event, EventTournament, Organisation, Tournament
from tournaments.registration.signup_settings import SignupSettings, save_settings

NAMES = ("Crible « L'Érablière »", "Gin d'automne", "Cinq cents <b>", "Whist")


def event(*days: Tournament, most: int | None = None) -> Event:
    """Put tournaments into an event."""
    made = Event.objects.create(organisation=days[0].organisation, name="Jeux de L'Écuyer", max_choices=most)
    EventTournament.objects.bulk_create(EventTournament(event=made, tournament_uid=one.uid) for one in days)
    return made


def days(
    count: int, organisation: Organisation | None = None, players: int = 0, **chosen
) -> list[Tournament]:
    """Make tournaments on following days, open to registrations."""
    made = []
    for at in range(count):
        about = {"name": NAMES[at], "day": date(2026, 11, 21 + at), "organisation": organisation}
        tournament = factories.tournament(players, about=about)
        organisation = tournament.organisation
        save_settings(tournament, SignupSettings(on=True, **chosen), by=None)
        made.append(tournament)
    return made
