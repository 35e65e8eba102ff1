"""Addresses of the accountant's desk: the gaming days, one day, its files."""

from django.urls import path

from ledger.desk import views

app_name = "desk"
urlpatterns = [
    path("", views.commission, name="commission"),
]
