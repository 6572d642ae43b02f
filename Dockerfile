FROM python:3.13-slim

ENV PYTHONDONTWRITEBYTECODE=1 PYTHONUNBUFFERED=1 CHICKENFOOT_PRODUCTION=1 \
    CHICKENFOOT_VAR=/var/lib/chickenfoot
RUN useradd --system --create-home --home-dir /var/lib/chickenfoot chickenfoot
WORKDIR /srv/chickenfoot
COPY requirements/base.txt requirements/
RUN pip install --no-cache-dir --require-hashes -r requirements/base.txt
COPY manage.py LICENSE ./
COPY chickenfoot chickenfoot
COPY accounts accounts
COPY games games
COPY notifications notifications
# The values are of no meaning, there only because production settings insist on having them.
RUN export SECRET_KEY="$(python -c 'import secrets; print(secrets.token_urlsafe(64))')" \
        CHICKENFOOT_SITE_URL=https://chickenfoot.example ALLOWED_HOSTS=chickenfoot.example \
        DATABASE_URL=postgres://db/chickenfoot CELERY_BROKER_URL=redis://redis EMAIL_URL=smtp://mail \
    && python manage.py check --deploy --fail-level WARNING \
    && python manage.py collectstatic --no-input
USER chickenfoot
VOLUME /var/lib/chickenfoot
EXPOSE 8000
CMD ["gunicorn", "chickenfoot.wsgi", "--bind", "0.0.0.0:8000", "--workers", "2", "--threads", "8", "--no-control-socket"]
