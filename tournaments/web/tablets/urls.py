from django.urls import path

from tournaments.web.access import needs, posts
from tournaments.web.tablets.views import device, table, tablets

HERE = "t/<slug:slug>/tablets/"
urlpatterns = [
    path(HERE, needs("tablets", tablets.tablets), name="tablets"),
    path(HERE + "map/", needs("tablets", tablets.fragment), name="tablets_map"),
    path(HERE + "<int:number>/", needs("tablets", table.table), name="tablets_table"),
    path(HERE + "floor/", posts("tablets", tablets.arrange), name="tablets_layout"),
    path(HERE + "<int:number>/renew/", posts("tablets", table.renew), name="tablets_renew"),
    path(HERE + "<int:number>/sheet/", posts("tablets", table.sheet), name="tablets_sheet"),
    path(HERE + "calls/<int:call>/", posts("answer_calls", tablets.answer), name="tablets_call"),
    path(HERE + "calls/<int:call>/take/", posts("enter_results", tablets.take), name="tablets_take"),
    path(HERE + "phones/", posts("tablets", tablets.phones), name="tablets_phones"),
    path(HERE + "both/", posts("tablets", tablets.both), name="tablets_both"),
    path(HERE + "undo/<int:version>/", posts("tablets", device.undo), name="tablets_undo"),
    path(HERE + "devices/<uuid:uid>/", needs("tablets", device.show), name="device"),
    path(HERE + "devices/<uuid:uid>/<slug:what>/", posts("tablets", device.act), name="device_act"),
]
