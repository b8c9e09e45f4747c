from django.urls import path

from tournaments.web.access import needs, posts
from tournaments.web.taking_over import views

HERE = "o/<slug:organisation>/keys/"
urlpatterns = [
    path("take-over/", needs("visit", views.take_over), name="take_over"),
    path(HERE, needs("restore", views.keys), name="upload_keys"),
    path(HERE + "<uuid:uid>/end/", posts("restore", views.take_back), name="upload_key_end"),
]
