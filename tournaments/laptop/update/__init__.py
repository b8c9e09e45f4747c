"""Updates on a laptop: find a newer Cheville, check it, try it on a copy of the database, install it."""

from tournaments.laptop.update.bundles import available_bundles, read_bundle
from tournaments.laptop.update.installing import begin, entered_since, go_back, tell, way_back, work
