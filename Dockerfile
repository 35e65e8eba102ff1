# Cagnotte as one image: the web, the worker, the beat and `prepare` differ by their command only
# (docker-compose.yml). PostgreSQL and Redis are given to it by address.
FROM python:3.13-slim

ENV CAGNOTTE_ENVIRONMENT=external \
    PYTHONUNBUFFERED=1 \
    STATIC_ROOT=/srv/static

# Somebody who owns nothing here: what runs can change neither its code nor its packages.
RUN useradd --system --no-create-home --shell /usr/sbin/nologin cagnotte

WORKDIR /srv/cagnotte
COPY requirements.txt .
RUN pip install --no-cache-dir --no-deps --only-binary :all: -r requirements.txt
COPY manage.py ./
COPY casino casino
COPY ledger ledger
COPY tables tables
COPY templates templates
RUN python -m compileall -q . && python manage.py collectstatic --noinput

USER cagnotte
EXPOSE 8000
CMD ["python", "-m", "uvicorn", "casino.asgi:application", "--host", "0.0.0.0", "--port", "8000", "--lifespan", "off", "--timeout-graceful-shutdown", "3"]
