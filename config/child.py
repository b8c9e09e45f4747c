"""What runs in a child process of the laptop's worker. Spawned, so Django is set up here, not inherited."""

import multiprocessing
import os


def run(job_id: int, database_url: str, data: str) -> int:
    """Print a job in a spawned child process and wait for it; the child's exit code."""
    child = multiprocessing.get_context("spawn").Process(target=_print, args=(job_id, database_url, data))
    child.start()
    child.join()
    return child.exitcode or 0


def _print(job_id: int, database_url: str, data: str) -> None:
    os.environ["DATABASE_URL"] = database_url
    os.environ["CHEVILLE_DATA"] = data
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django

    django.setup()
    from tournaments.publication import papers

    papers.print_job(job_id)
