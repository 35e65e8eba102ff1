"""Addresses of the accountant's desk: the gaming days, one day, its files."""

from datetime import date

from django.urls import path, register_converter

from ledger.desk import views


class DayConverter:
    """A gaming day in an address: 2026-11-30."""

    regex = "[0-9]{4}-[0-9]{2}-[0-9]{2}"

    def to_python(self, value: str) -> date:
        return date.fromisoformat(value)

    def to_url(self, value: date) -> str:
        return value.isoformat()


register_converter(DayConverter, "day")

app_name = "desk"
urlpatterns = [
    path("", views.commission, name="commission"),
    path("<day:date>/", views.day, name="day"),
    path("<day:date>/reconciliation/", views.reconciliation, name="reconciliation"),
    path("<day:date>/files/<slug:sheet>/<slug:form>/", views.take, name="take"),
    path("exports/<uuid:key>/", views.export, name="export"),
]
