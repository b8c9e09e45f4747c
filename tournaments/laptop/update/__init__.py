"""A newer Cheville on a laptop: found, checked, tried on a copy of the database, and put beside this one."""

from tournaments.laptop.update.bundles import available_bundles, read_bundle
from tournaments.laptop.update.installing import begin, entered_since, go_back, tell, way_back, work
