"""Every face's addresses, one list a room, in the order of the day."""

urlpatterns: list = []
