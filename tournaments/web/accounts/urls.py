from django.urls import path

from tournaments.web.access import needs, posts
from tournaments.web.accounts import views

urlpatterns = [
    path("account/", needs("account", views.account), name="account"),
    path("account/sessions/<int:pk>/end/", posts("account", views.end), name="account_end"),
    path("account/sessions/end/", posts("account", views.end_others), name="account_end_others"),
]
