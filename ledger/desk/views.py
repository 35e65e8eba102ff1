"""The accountant's pages. They translate; what a day holds is said by the reports."""

import base64
from collections.abc import AsyncIterator, Callable, Iterator
from datetime import date
from typing import Any

from asgiref.sync import sync_to_async
from django.contrib import messages
from django.contrib.auth.decorators import login_required, permission_required
from django.core.exceptions import PermissionDenied
from django.core.handlers.asgi import ASGIRequest
from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods

from ledger.days import house_zone
from ledger.desk import asking, shown
from ledger.exports import kept
from ledger.exports.files import FORMATS, make
from ledger.exports.sheets import SHEETS
from ledger.exports.workbook import TooLong
from ledger.models import GamingDay

DAYS_ON_A_PAGE = 31


View = Callable[..., HttpResponseBase]


def for_whom(permission: str) -> Callable[[View], View]:
    """For whoever has this permission; others are told that it is not for their role."""

    def guard(view: View) -> View:
        allowed: Any = permission_required(permission, raise_exception=True)(view)
        guarded: View = never_cache(login_required(allowed))
        return guarded

    return guard


@for_whom("ledger.read_books")
@require_GET
def commission(request: HttpRequest) -> HttpResponse:
    """The gaming days with their totals, the latest first; `?before=` goes further back."""
    found = shown.days_shown(timezone.now(), before=_before(request), most=DAYS_ON_A_PAGE)
    context = {
        "days": found,
        "earlier": found[-1].day.date if len(found) == DAYS_ON_A_PAGE else None,
        "is_latest": "before" not in request.GET,
        "zone": house_zone(),
    }
    return render(request, "desk/days.html", context)


def _before(request: HttpRequest) -> date | None:
    text = request.GET.get("before")
    try:
        return None if text is None else date.fromisoformat(text)
    except ValueError as error:
        raise Http404 from error


@for_whom("ledger.read_books")
@require_GET
def day(request: HttpRequest, date: date) -> HttpResponse:
    """One gaming day: what it took, whether coups and books agree, its files."""
    gaming_day = get_object_or_404(GamingDay, date=date)
    before, after = shown.beside(gaming_day)
    context = {
        "day": gaming_day,
        "state": shown.state_of(gaming_day, timezone.now()),
        "before": before,
        "after": after,
        "commission": shown.commission_of(date),
        "accounts": shown.accounts_of(date),
        "findings": shown.findings_of(date),
        "zone": house_zone(),
    }
    if request.user.has_perm("ledger.export"):
        context |= {"offered": shown.files_offered(), "files": shown.files_taken(date)}
    return render(request, "desk/day.html", context)


@for_whom("ledger.read_books")
@require_http_methods(["GET", "POST"])
def reconciliation(request: HttpRequest, date: date) -> HttpResponse:
    """How the reconciliation stands; posted to, a new one is asked for."""
    gaming_day = get_object_or_404(GamingDay, date=date)
    if request.method == "POST":
        if not request.user.has_perm("ledger.reconcile"):
            raise PermissionDenied
        asking.ask(day=date, asked_by=request.user.get_username(), now=timezone.now())
    if "HX-Request" not in request.headers:
        return redirect("desk:day", date)
    context = {
        "day": gaming_day,
        "findings": shown.findings_of(date),
        "zone": house_zone(),
    }
    return render(request, "desk/reconciliation.html", context)


@for_whom("ledger.export")
@require_GET
def take(request: HttpRequest, date: date, sheet: str, form: str) -> HttpResponse:
    """Make a file, keep it, and go to where it is kept."""
    gaming_day = get_object_or_404(GamingDay, date=date)
    if sheet not in SHEETS or form not in FORMATS:
        raise Http404
    person: Any = request.user
    try:
        file = make(
            sheet=SHEETS[sheet],
            day=gaming_day.date,
            form=FORMATS[form],
            made_by=person.pk,
            now=timezone.now(),
        )
    except TooLong:
        messages.error(request, _("That is more rows than a worksheet holds. Take the CSV."))
        return redirect("desk:day", date)
    return redirect("desk:export", file.id)


@for_whom("ledger.export")
@require_GET
def export(request: HttpRequest, key: Any) -> HttpResponseBase:
    """A file that was taken away before, byte for byte."""
    file = get_object_or_404(kept.without_content(), id=key)
    pieces = kept.pieces_of(file)
    # An asynchronous server would read a plain iterator to its end before sending any of it.
    sent: Any = _in_step(pieces) if isinstance(request, ASGIRequest) else pieces
    digest = base64.b64encode(bytes(file.sha256)).decode()
    return StreamingHttpResponse(
        sent,
        content_type=file.media_type,
        headers={
            "Content-Disposition": f'attachment; filename="{file.name}"',
            "Content-Length": str(kept.size_of(file)),
            "Repr-Digest": f"sha-256=:{digest}:",
        },
    )


async def _in_step(pieces: Iterator[bytes]) -> AsyncIterator[bytes]:
    while piece := await sync_to_async(_next)(pieces):
        yield piece


def _next(pieces: Iterator[bytes]) -> bytes:
    return next(pieces, b"")
