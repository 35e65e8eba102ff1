from django.apps import AppConfig


class CasinoConfig(AppConfig):
    name = "casino"

    def ready(self) -> None:
        # Makes it the application that pages leave their messages with.
        from casino import celery  # noqa: F401
