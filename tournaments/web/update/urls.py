from django.urls import path

from tournaments.web.access import needs
from tournaments.web.update import views

urlpatterns = [
    path("laptop/update/", needs("laptop", views.page), name="update"),
    path("laptop/update/begin/", needs("laptop", views.begin), name="update_begin"),
    path("laptop/update/back/", needs("laptop", views.back), name="update_back"),
    path("laptop/update/progress/", needs("laptop", views.progress), name="update_progress"),
    path("laptop/update/slice/", needs("laptop", views.hand_over), name="update_slice"),
    path("laptop/update/fetch/", needs("laptop", views.fetch), name="update_fetch"),
]
