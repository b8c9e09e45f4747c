"""The program of the folder with Python inside: a double-click serves, and opens the browser."""

import sys
import traceback

from config.command import main


def serve_in_window() -> None:
    """Serve. If it fails, keep the window open until a key is pressed, so that the reason can be read."""
    sys.argv.append("--open")
    try:
        main()
    except (Exception, SystemExit) as error:
        if isinstance(error, SystemExit) and not error.code:
            raise
        if isinstance(error, SystemExit):
            print("" if isinstance(error.code, int) else error.code)
        else:
            traceback.print_exc()
        input("Entrée / Enter")
        raise SystemExit(1) from None


if __name__ == "__main__":
    main() if sys.argv[1:] else serve_in_window()
