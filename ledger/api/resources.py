"""What every resource of the API is: a list by key and single rows, to be read by a permission."""

from collections.abc import Sequence
from typing import Any, ClassVar

from django import forms
from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator
from django.db.models import Model, QuerySet
from django.http import Http404
from django_filters import rest_framework as filters
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_field
from rest_framework import exceptions, serializers
from rest_framework.mixins import ListModelMixin, RetrieveModelMixin
from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse
from rest_framework.views import APIView
from rest_framework.viewsets import GenericViewSet

LARGEST = 2**63 - 1
"""What a column of whole numbers holds at most."""

PAGING = frozenset({"cursor", "page_size"})
NO_SUCH_FILTER = "There is no such filter here."


class MayRead(BasePermission):
    """Signed in, and with the permission the view `needs`, if it needs one."""

    def has_permission(self, request: Request, view: APIView) -> bool:
        needs: str = getattr(view, "needs", "")
        return bool(request.user.is_authenticated and (not needs or request.user.has_perm(needs)))


class KnownFilters(filters.DjangoFilterBackend):
    """Refuses a filter it does not know: passed over, `?tabel=4` would answer with every table."""

    def filter_queryset(self, request: Any, queryset: Any, view: Any) -> Any:
        filterset = self.get_filterset_class(view, queryset)
        known = PAGING.union(filterset.base_filters if filterset else ())
        unknown = sorted(set(request.query_params) - known)
        if unknown:
            raise exceptions.ValidationError({name: [NO_SUCH_FILTER] for name in unknown})
        return super().filter_queryset(request, queryset, view)


class Resource(ListModelMixin, RetrieveModelMixin, GenericViewSet[Any]):
    """Rows known by `key` (joined to an id like `4-12-3`) and listed in the unique `order`.

    Where the list is narrowed to one table, `order_at_a_table` holds, if there is one.
    """

    needs: ClassVar[str] = ""
    model: ClassVar[type[Model]]
    key: ClassVar[tuple[str, ...]]
    order: ClassVar[tuple[str, ...]]
    order_at_a_table: ClassVar[tuple[str, ...]] = ()
    permission_classes = (MayRead,)
    filter_backends = (KnownFilters,)
    lookup_field = "id"

    def get_queryset(self) -> QuerySet[Any]:
        return self.model._default_manager.order_by()

    def order_asked_for(self) -> tuple[str, ...]:
        at_a_table = self.request.query_params.get("table")
        return (at_a_table and self.order_at_a_table) or self.order

    def furnish(self, rows: Sequence[Any]) -> None:
        """Give the rows of one page what is read for all of them at once."""

    def get_object(self) -> Any:
        rows: QuerySet[Any] = self.get_queryset()
        found = rows.filter(**self._key_of(self.kwargs["id"])).first()
        if found is None:
            raise Http404
        self.furnish([found])
        return found

    def _key_of(self, name: str) -> dict[str, Any]:
        parts = name.split("-") if len(self.key) > 1 else [name]
        if len(parts) != len(self.key) or not all(parts):
            raise Http404
        meta = self.model._meta
        try:
            values = [
                meta.get_field(column).to_python(part)  # type: ignore[union-attr]
                for column, part in zip(self.key, parts, strict=True)
            ]
        except ValidationError as error:
            raise Http404 from error
        if any(isinstance(value, int) and value > LARGEST for value in values):
            raise Http404
        if "-".join(map(str, values)) != name:  # a row has one address: 4, never 04
            raise Http404
        return dict(zip(self.key, values, strict=True))

    def paginate_queryset(self, queryset: Any, view: Any = None) -> Any:
        rows = super().paginate_queryset(queryset)
        self.furnish(rows or [])
        return rows

    def list(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return super().list(request, *args, **kwargs)

    @extend_schema(
        parameters=[
            OpenApiParameter(
                "id", str, OpenApiParameter.PATH, description="The numbers of its key, joined by -"
            )
        ]
    )
    def retrieve(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return super().retrieve(request, *args, **kwargs)


class Id(serializers.CharField):
    """A row's id: the columns of its key, joined."""

    def __init__(self, *columns: str, **options: Any) -> None:
        self.columns = columns
        options.setdefault("help_text", "The numbers of its key, joined by -")
        super().__init__(source="*", read_only=True, **options)

    def to_representation(self, row: Any) -> str:
        return "-".join(str(getattr(row, column)) for column in self.columns)


@extend_schema_field(OpenApiTypes.URI)
class Link(Id):
    """The address of another row, or of this one; null where there is none."""

    def __init__(self, resource: str, *columns: str, **options: Any) -> None:
        self.resource = resource
        super().__init__(*columns, help_text="", **options)

    def to_representation(self, row: Any) -> str | None:  # type: ignore[override]
        if any(getattr(row, column) is None for column in self.columns):
            return None
        name = super().to_representation(row)
        where: str = reverse(
            f"{self.resource}-detail", kwargs={"id": name}, request=self.context.get("request")
        )
        return where


class Hex(serializers.CharField):
    """Bytes as hexadecimal text."""

    def to_representation(self, value: Any) -> str:
        return bytes(value).hex()


class WholeNumberFilter(filters.NumberFilter):
    """A whole number that a column can hold. As a decimal, 4.5 would pick the rows of 4, and
    `-1e9999999` would be worked out to its last digit.
    """

    field_class = forms.IntegerField  # type: ignore[assignment]

    def __init__(self, *, label: str, **options: Any) -> None:
        super().__init__(min_value=0, label=label, **options)
        told = {"type": "integer", "minimum": 0, "maximum": LARGEST, "description": label}
        extend_schema_field(told)(self)  # type: ignore[type-var]

    def get_max_validator(self) -> MaxValueValidator:
        return MaxValueValidator(LARGEST)


class ByTable(filters.FilterSet):
    """What most rows can be picked by."""

    table = WholeNumberFilter(field_name="table_id", label="The table's number")
