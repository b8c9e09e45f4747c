from django.conf import settings
from django.contrib.auth import views as auth_views
from django.urls import include, path
from django.views.generic import TemplateView

from tournaments.forms.sign_in import SignInForm

handler500 = "config.away.server_error"
urlpatterns = [
    path("i18n/", include("django.conf.urls.i18n")),
    path("sign-in/", auth_views.LoginView.as_view(authentication_form=SignInForm), name="login"),
    path("sign-out/", auth_views.LogoutView.as_view(), name="logout"),
    path("", include("tournaments.urls")),
]
if settings.DEBUG:
    urlpatterns.append(path("design/", TemplateView.as_view(template_name="design.html"), name="design"))
