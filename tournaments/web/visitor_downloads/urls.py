from django.urls import path

from tournaments.web.access import needs
from tournaments.web.visitor_downloads import views

urlpatterns = [
    path("t/<slug:slug>/standings.pdf", needs("follow", views.standings), name="standings_pdf"),
    path("t/<slug:slug>/players/<int:number>/card.pdf", needs("follow", views.card), name="card_pdf"),
]
