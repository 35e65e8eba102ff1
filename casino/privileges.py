"""Who may do what in the database: the owner's role and the web's.

Tables belong to `cagnotte_owner`, which cannot log in. The web and the workers are `cagnotte_web`:
it reads everything, writes the plain tables, and reaches the log and the ledger only through the
door. A model says in `web_may` what the web may do with its table beyond reading; the floor's and
the books' models may do nothing unless they say so, all others everything.
"""

from django.apps import apps
from django.db import connection

OWNER = "cagnotte_owner"
WEB = "cagnotte_web"

GUARDED_APPS = {"tables", "ledger"}
DOORS = ("tables_append(bigint,bigint,bytea,text,bytea,text,jsonb,jsonb)",)


def make_roles() -> None:
    """Create both roles where they are missing; the one signed in must be allowed to."""
    with connection.cursor() as cursor:
        for role in (OWNER, WEB):
            make_role(role)
            cursor.execute("SELECT pg_has_role(current_user, %s, 'MEMBER')", [role])
            (is_member,) = cursor.fetchone()
            if not is_member:
                cursor.execute(f"GRANT {role} TO CURRENT_USER")
        cursor.execute("SELECT current_database()")
        (database,) = cursor.fetchone()
        cursor.execute(f'GRANT CREATE, CONNECT, TEMPORARY ON DATABASE "{database}" TO {OWNER}')
        cursor.execute(f"GRANT CREATE, USAGE ON SCHEMA public TO {OWNER}")


def make_role(role: str) -> None:
    """Create a role if it is missing. Roles belong to all databases of a server together, so
    somebody preparing another one may be making it at this very moment.
    """
    with connection.cursor() as cursor:
        cursor.execute(
            f"""
            DO $$ BEGIN
                IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '{role}') THEN
                    CREATE ROLE {role} NOLOGIN;
                END IF;
            EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
            END $$
            """
        )


def grant() -> None:
    """Give the web's role exactly what the models say. Runs as the owner, after every migration."""
    with connection.cursor() as cursor:
        cursor.execute(f"GRANT USAGE ON SCHEMA public TO {WEB}")
        cursor.execute(f"GRANT SELECT ON ALL TABLES IN SCHEMA public TO {WEB}")
        cursor.execute(f"GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO {WEB}")
        for model in apps.get_models(include_auto_created=True):
            table = model._meta.db_table
            everything = () if model._meta.app_label in GUARDED_APPS else _WRITES
            writes = getattr(model, "web_may", everything)
            cursor.execute(f'REVOKE INSERT, UPDATE, DELETE, TRUNCATE ON "{table}" FROM {WEB}')
            if writes:
                cursor.execute(f'GRANT {", ".join(writes)} ON "{table}" TO {WEB}')
        for door in DOORS:
            cursor.execute(f"GRANT EXECUTE ON FUNCTION {door} TO {WEB}")


_WRITES = ("INSERT", "UPDATE", "DELETE")
