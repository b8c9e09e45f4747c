"""Publishing by itself after each closed game, where the organiser wants it."""

from tournaments import jobs
from tournaments.models import Job, Tournament

EACH_GAME = "publish_each_game"  # in the settings of a tournament


def ask(tournament: Tournament) -> None:
    """Publish, as a game was closed; only under the lock of the tournament."""
    if not tournament.settings.get(EACH_GAME):
        return
    # one that is being made now may have been gathered before this game was closed
    running = Job.objects.filter(tournament=tournament, key=jobs.PUBLISH, state=Job.State.RUNNING).exists()
    (jobs.ask_again if running else jobs.enqueue)(tournament, jobs.PUBLISH, {"by": None}, key=jobs.PUBLISH)
