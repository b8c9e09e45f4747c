from django.conf import settings
from django.contrib.auth import views as auth_views
from django.urls import include, path
from django.views.generic import TemplateView
from django.views.i18n import set_language

from tournaments.web.access import require_permission
from tournaments.web.accounts.views import SignInView

sign_in = SignInView.as_view()
design = TemplateView.as_view(template_name="design.html")

handler500 = "tournaments.web.degraded_mode.server_error"
urlpatterns = [
    path("i18n/setlang/", require_permission("visit", set_language), name="set_language"),
    path("sign-in/", require_permission("visit", sign_in), name="login"),
    path("sign-out/", require_permission("visit", auth_views.LogoutView.as_view()), name="logout"),
    path("", include("tournaments.https.urls")),
    path("", include("tournaments.judge.urls")),
    path("", include("tournaments.urls")),
]
if settings.DEBUG:
    urlpatterns.append(path("design/", require_permission("visit", design), name="design"))
