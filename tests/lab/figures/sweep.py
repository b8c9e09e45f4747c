"""Try properties with 40 times as many examples, on both databases: `python -m tests.lab.figures.sweep`.

The suite tries a fixed sample (tests/samples.py); here the examples are others each time.
"""

import os
import subprocess
import sys

SWEPT_TESTS = (
    "tests/scoring",
    "tests/pairing",
    "tests/formats/test_field_sizes.py",
    "tests/formats/test_systems.py",
    "tests/transfer/test_four_hundred.py",
    "tests/games/gin/test_tournament.py",
    "tests/games/gin/test_hollywood.py",
    "tests/transfer/test_simulated_tournament.py",
    "tests/web/desk/test_partial_updates.py",
    "tests/web/desk/test_several_sides.py",
    "tests/devices/test_device_cache.py",
    "tests/papers/test_text_shaping.py",
    "tests/e2e/test_every_page.py",
    "tests/e2e/test_whole_tournament.py",
    "tests/judge/test_random_addresses.py",
    "tests/judge/test_in_chromium.py",
    "tests/web/device_api/test_fuzz.py",
    "tests/organisations/leagues/test_evenings.py",
    "tests/organisations/test_erased_everywhere.py",
    "tests/publishing/test_export_format.py",
    "tests/publishing/test_hidden_games.py",
    "tests/publishing/test_names_by_consent.py",
    "tests/publishing/test_ranked_and_counted.py",
    "tests/registration/test_similar_names.py",
    "tests/registration/test_balances.py",
    "tests/registration/test_in_chromium.py",
    "tests/accounts/test_queries.py",
    "tests/registration/test_fetched_registrations.py",
    "tests/accounts/test_permissions.py",
    "tests/web/test_read_consistency.py",
    "tests/test_look_in_chromium.py",
    "tests/test_pseudo_language.py",
    "tests/web/test_page_word_count.py",
    "tests/rounds/test_as_played_random.py",
    "tests/rounds/test_as_played_pages.py",
    "tests/rounds/test_in_chromium.py",
    "tests/rounds/test_more_games.py",
    "tests/server/test_cut_connections.py",
    "tests/laptop/test_disk.py",
    "tests/web/setup/test_own_formats.py",
    "tests/web/setup/test_setup_in_chromium.py",
    "tests/web/medals/test_podium.py",
    "tests/games/euchre/test_pages.py",
    "tests/games/points/test_pages.py",
    "tests/web/tablet_app/test_every_step.py",
    "tests/web/tablet_app/test_hands_layout.py",
    "tests/web/tablets/test_disputes.py",
    "tests/web/tablets/test_in_chromium.py",
)


def main() -> int:
    """Run those tests; return the status of pytest."""
    tests = sys.argv[1:] or SWEPT_TESTS
    command = [sys.executable, "-m", "pytest", "-q", *tests]
    return subprocess.call(command, env={**os.environ, "CHEVILLE_SWEEP": "40"})


if __name__ == "__main__":
    sys.exit(main())
