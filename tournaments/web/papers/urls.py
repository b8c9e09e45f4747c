from django.urls import path

from tournaments.web.access import needs, posts, sparing
from tournaments.web.papers import views

HERE = "t/<slug:slug>/papers/"
urlpatterns = [
    path(HERE, needs("print", views.page), name="papers"),
    path(HERE + "rows/", needs("print", views.rows), name="paper_rows"),
    path(HERE + "make/<slug:kind>/", posts("print", sparing("paper_ask", views.ask)), name="paper_ask"),
    path(HERE + "<uuid:uid>/", needs("print", views.download), name="paper"),
    path(HERE + "<uuid:uid>/cancel/", posts("print", views.cancel), name="paper_cancel"),
    path(HERE + "<uuid:uid>/retry/", posts("print", views.retry), name="paper_retry"),
]
