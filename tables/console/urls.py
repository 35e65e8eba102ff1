"""Addresses of the croupier's console, below `/tables/<number>/`."""

from django.urls import path

from tables.console import views

app_name = "console"
urlpatterns = [
    path("", views.table, name="table"),
    path("act/", views.act, name="act"),
    path("preview/", views.preview, name="preview"),
    path("keys/", views.all_keys, name="keys"),
]
