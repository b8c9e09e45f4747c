"""Testing a destination with a small file, sent as a publication would be."""

from tournaments.destinations.place import Place, Trouble

FILE = "cheville-test.txt"
WORDS = b"Cheville\n"


def try_out(place: Place) -> None:
    """Write a file, rename it, read it back, delete it. Raises `Trouble`."""
    try:
        place.write(f"{FILE}.part", WORDS)
        place.rename(f"{FILE}.part", FILE)
        if place.read(FILE) != WORDS:
            raise Trouble("destination_not_writable")
        place.delete(FILE)
    finally:
        place.close()
