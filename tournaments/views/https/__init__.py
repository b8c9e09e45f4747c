"""https beside http: the page with the certificate, and what makes the tablet's page an installed app.

Nothing here answers unless the laptop was started with `--https`.
"""

from tournaments.views.https.page import urlpatterns

__all__ = ["urlpatterns"]
