"""The accountant's pages. They translate; what a day holds is said by reports."""

from typing import Any

from django.contrib.auth.decorators import login_required, permission_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET


def for_readers(view: Any) -> Any:
    """For whoever may read the books; others are told that it is not for their role."""
    read = permission_required("ledger.read_books", raise_exception=True)(view)
    return never_cache(login_required(read))


@for_readers
@require_GET
def commission(request: HttpRequest) -> HttpResponse:
    """The gaming days with their totals, the latest first."""
    return render(request, "desk/days.html")
