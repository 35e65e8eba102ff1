"""The people who work here and the tokens their applications use."""

from typing import ClassVar

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.models import Q


class Person(AbstractUser):
    """Somebody who signs in. What he may do comes from his role's group (casino.roles)."""

    @property
    def role(self) -> str:
        """The name of his role, for the screens; a person has one."""
        group = self.groups.first()
        return group.name if group else ""


class Token(models.Model):
    """A key for an application, kept only as its SHA-256 and shown once."""

    digest = models.BinaryField(max_length=32, primary_key=True)
    name = models.TextField(help_text="What uses it")
    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="tokens")
    made_at = models.DateTimeField()
    last_used_at = models.DateTimeField(null=True)
    revoked_at = models.DateTimeField(null=True)

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(condition=~Q(name=""), name="a_token_has_a_name"),
        ]

    def __str__(self) -> str:
        return self.name
