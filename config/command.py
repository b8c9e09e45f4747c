"""The command `cheville` of an installed program: alone it serves, the rest is as with manage.py."""

import multiprocessing
import os
import runpy
import sys
from pathlib import Path

from tournaments.system import data_folder, earlier_data


def main() -> None:
    """Run one command."""
    multiprocessing.freeze_support()  # a folder with Python inside starts its child processes by this program
    arguments = sys.argv[1:]
    if arguments[:1] == ["-m"] and len(arguments) > 1:  # the same, as `python -m`
        sys.argv = arguments[1:]
        runpy.run_module(arguments[1], run_name="__main__", alter_sys=True)
        return
    if not arguments or arguments[0].startswith("-"):
        arguments = ["serve", *arguments]
    if arguments[0] == "take_over" and len(arguments) == 2:
        target = os.environ.get("CHEVILLE_DATA") or data_folder.default_folder()
        earlier_data.copy_data_folder(Path(arguments[1]), Path(target))
        arguments = ["serve"]
    asks = arguments[0] == "serve" and not {"-h", "--help"} & set(arguments)
    if asks and not {"CHEVILLE_DATA", "DATABASE_URL"} & os.environ.keys():
        earlier_data.offer(data_folder.default_folder(), earlier_data.usual_places())
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    from django.core.management import execute_from_command_line

    execute_from_command_line(["cheville", *arguments])


if __name__ == "__main__":
    main()
