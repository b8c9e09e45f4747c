#!/usr/bin/env python3
"""Django's commands, with any Python: where Django is missing, the environment of start.py steps in."""

import os
import sys
from pathlib import Path

import start


def main() -> None:
    """Run one command."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    os.environ.setdefault("CHEVILLE_LANG", start.language())
    try:
        from django.core.management import execute_from_command_line
    except ImportError:
        made = start.venv_program("python")
        if Path(sys.prefix) == start.VENV or not made.exists():
            raise
        start.exec_python("manage.py", *sys.argv[1:])
    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
