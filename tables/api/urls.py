"""Addresses of the tables' part of the API, below `/api/v1/`."""

from rest_framework.routers import SimpleRouter

from tables.api import views

router = SimpleRouter()
router.register("tables", views.Tables, basename="table")
router.register("sittings", views.Sittings, basename="sitting")
router.register("shoes", views.Shoes, basename="shoe")
router.register("seats", views.Seats, basename="seat")
router.register("banks", views.Banks, basename="bank")
router.register("coups", views.Coups, basename="coup")
router.register("log-entries", views.LogEntries, basename="log-entry")

urlpatterns = router.urls
