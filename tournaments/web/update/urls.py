from django.urls import path

from tournaments.web.access import require_permission
from tournaments.web.update import views

urlpatterns = [
    path("laptop/update/", require_permission("laptop", views.update_page), name="update"),
    path("laptop/update/begin/", require_permission("laptop", views.begin), name="update_begin"),
    path("laptop/update/back/", require_permission("laptop", views.back), name="update_back"),
    path("laptop/update/progress/", require_permission("laptop", views.progress), name="update_progress"),
    path("laptop/update/slice/", require_permission("laptop", views.hand_over), name="update_slice"),
    path("laptop/update/fetch/", require_permission("laptop", views.fetch), name="update_fetch"),
]
