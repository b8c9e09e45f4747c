from django.urls import path

from tournaments.web.access import needs, posts
from tournaments.web.cards import views

urlpatterns = [
    path("t/<slug:slug>/cards/", needs("enter_results", views.page), name="cards"),
    path("t/<slug:slug>/cards/write/", posts("enter_results", views.write), name="cards_write"),
    path("t/<slug:slug>/cards/check/", needs("see_day", views.check), name="cards_check"),
    path("t/<slug:slug>/cards/rule/", posts("decide", views.rule), name="cards_rule"),
    path(
        "t/<slug:slug>/cards/foot/<int:number>/", posts("enter_results", views.put_right), name="cards_foot"
    ),
]
