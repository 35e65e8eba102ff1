"""Addresses of the books' part of the API, below `/api/v1/`."""

from rest_framework.routers import SimpleRouter

from ledger.api import views

router = SimpleRouter()
router.register("ledger-entries", views.Entries, basename="ledger-entry")
router.register("commissions", views.Commissions, basename="commission")
router.register("gaming-days", views.GamingDays, basename="gaming-day")
router.register("reconciliations", views.Reconciliations, basename="reconciliation")
router.register("differences", views.Differences, basename="difference")

urlpatterns = router.urls
