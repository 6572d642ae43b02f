"""The settings: the embedded default needs no service, `CHICKENFOOT_PRODUCTION=1` wants real ones.

Everything that differs between machines comes from the environment (or a `.env` file beside
`manage.py`); README.md lists the variables.
"""

from datetime import timedelta
from pathlib import Path

import environ
import structlog
from celery.schedules import crontab
from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured

from chickenfoot import broker
from chickenfoot.logs import hide_tokens
from chickenfoot.secret import kept_secret

BASE_DIR = Path(__file__).resolve().parent.parent

env = environ.Env()
env.read_env(BASE_DIR / ".env")

PRODUCTION = env.bool("CHICKENFOOT_PRODUCTION", default=False)
EMBEDDED = not PRODUCTION
DEBUG = env.bool("CHICKENFOOT_DEBUG", default=False)
if PRODUCTION and DEBUG:
    raise ImproperlyConfigured("CHICKENFOOT_DEBUG shows secrets in error pages; not in production.")

VAR_DIR = Path(env.str("CHICKENFOOT_VAR", default=str(BASE_DIR / "var")))
VAR_DIR.mkdir(parents=True, exist_ok=True)

SECRET_KEY = env.str("SECRET_KEY") if PRODUCTION else kept_secret(VAR_DIR / "secret_key")
SECRET_KEY_FALLBACKS = env.list("SECRET_KEY_FALLBACKS", default=[])

PORT = env.int("PORT", default=8000)
SITE_URL = env.str("CHICKENFOOT_SITE_URL", default=f"http://localhost:{PORT}").rstrip("/")
ALLOWED_HOSTS = env.list(
    "ALLOWED_HOSTS", default=[] if PRODUCTION else ["localhost", "127.0.0.1", "[::1]", "testserver"]
)
CSRF_TRUSTED_ORIGINS = [SITE_URL]

INSTALLED_APPS = [
    "chickenfoot",  # first: its templates stand before those of the admin
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "csp",
    "django_htmx",
    "rest_framework",
    "accounts",
    "games",
    "notifications",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "accounts.middleware.PlayerMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "chickenfoot.errors.RefusalMiddleware",
]

ROOT_URLCONF = "chickenfoot.urls"
WSGI_APPLICATION = "chickenfoot.wsgi.application"
ASGI_APPLICATION = "chickenfoot.asgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "chickenfoot.context.site",
            ],
        },
    },
]

DATABASES = {
    "default": env.db("DATABASE_URL", default=f"sqlite:///{VAR_DIR / 'chickenfoot.sqlite3'}")
}
# How long a request waits for what another one is changing; then it is told to come again.
WAIT_SECONDS = env.float("CHICKENFOOT_WAIT_SECONDS", default=10.0)
if "sqlite" in DATABASES["default"]["ENGINE"]:
    DATABASES["default"]["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": WAIT_SECONDS,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;",
    }
else:
    DATABASES["default"]["CONN_MAX_AGE"] = env.int("CONN_MAX_AGE", default=60)
    DATABASES["default"]["CONN_HEALTH_CHECKS"] = True
    # A pooler that hands connections on between transactions keeps no cursor and no prepared plan.
    DATABASES["default"]["DISABLE_SERVER_SIDE_CURSORS"] = env.bool("DATABASE_POOLED", default=False)
    # Only the web's processes bound a statement: a migration may take its time. Starting helpers
    # for a statement costs twenty times what our longest one takes.
    _statement = env.float("CHICKENFOOT_STATEMENT_SECONDS", default=0.0)
    DATABASES["default"].setdefault("OPTIONS", {}).setdefault(
        "options",
        f"-c lock_timeout={round(WAIT_SECONDS * 1000)}"
        f" -c statement_timeout={round(_statement * 1000)}"
        " -c max_parallel_workers_per_gather=0",
    )
    DATABASES["default"]["OPTIONS"].setdefault("connect_timeout", 5)
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

CACHES = {
    "default": env.cache("CACHE_URL", default="dbcache://django_cache")
    if PRODUCTION
    else {
        "BACKEND": "django.core.cache.backends.filebased.FileBasedCache",
        "LOCATION": VAR_DIR / "cache",
    }
}

# Players ------------------------------------------------------------------------------------

AUTH_USER_MODEL = "accounts.Player"
SILENCED_SYSTEM_CHECKS = ["auth.W004"]  # addresses are unique by a constraint on Lower(email)
AUTHENTICATION_BACKENDS = [
    "accounts.backends.PlayerBackend",
    "sesame.backends.ModelBackend",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
# How often one network may ask for sign-in mails, and try codes, in 15 minutes.
SIGN_INS_PER_NETWORK = env.int("CHICKENFOOT_SIGN_INS_PER_NETWORK", default=60)
BEHIND_PROXY = env.bool("CHICKENFOOT_BEHIND_PROXY", default=False)
LOGIN_URL = "accounts:sign_in"
LOGIN_REDIRECT_URL = "/"
SESSION_COOKIE_AGE = int(timedelta(days=180).total_seconds())
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_SAMESITE = "Lax"

# Frozen: a change of any of these voids every sign-in link that is out there.
SESAME_TOKEN_NAME = "token"  # noqa: S105 - a parameter's name
SESAME_MAX_AGE = timedelta(minutes=15)
SESAME_ONE_TIME = False
SESAME_INVALIDATE_ON_PASSWORD_CHANGE = False
SESAME_INVALIDATE_ON_EMAIL_CHANGE = True

# Mail ---------------------------------------------------------------------------------------

if PRODUCTION:
    vars().update(env.email("EMAIL_URL"))
else:
    EMAIL_BACKEND = "notifications.mailbox.MailboxBackend"
if smtp := env.str("CHICKENFOOT_SMTP", default=""):
    vars().update(env.email_url_config(smtp))
DEFAULT_FROM_EMAIL = env.str("DEFAULT_FROM_EMAIL", default="Chicken Foot <table@localhost>")
SERVER_EMAIL = DEFAULT_FROM_EMAIL
EMAIL_TIMEOUT = 30
MAILBOX_DIR = VAR_DIR / "mailbox"
# Where answers to mails come in, and the name under which the mail server judges their senders.
INCOMING_ADDRESS = env.str("CHICKENFOOT_INCOMING_ADDRESS", default="")
AUTHSERV_ID = env.str("CHICKENFOOT_AUTHSERV_ID", default="")
# django-anymail's own settings, for a mail service that tells of bounces by webhooks.
ANYMAIL = env.json("CHICKENFOOT_ANYMAIL", default={})
if ANYMAIL:
    if not ANYMAIL.get("WEBHOOK_SECRET"):
        raise ImproperlyConfigured("CHICKENFOOT_ANYMAIL needs a WEBHOOK_SECRET, as user:password.")
    INSTALLED_APPS.append("anymail")
ADMINS = [("", address) for address in env.list("ADMINS", default=[])]

# Machines of the own net that webhooks may go to, as `host` or `host:port`, also without TLS.
HOOK_HOSTS = env.list("CHICKENFOOT_HOOK_HOSTS", default=[])

# Celery -------------------------------------------------------------------------------------
# Beat only rings bells: what is due lies in tables, and a lost message costs seconds.

CELERY_BROKER_URL = env.str(
    "CELERY_BROKER_URL", default="" if PRODUCTION else f"{broker.SCHEME}://localhost"
)
if PRODUCTION and not CELERY_BROKER_URL:
    raise ImproperlyConfigured("Set CELERY_BROKER_URL: production needs Redis or RabbitMQ.")
if CELERY_BROKER_URL.startswith(f"{broker.SCHEME}:"):
    _queue = VAR_DIR / "broker"
    _queue.mkdir(parents=True, exist_ok=True)
    CELERY_BROKER_TRANSPORT_OPTIONS = {
        "data_folder_in": str(_queue),
        "polling_interval": 0.2,
    }
    CELERY_WORKER_ENABLE_REMOTE_CONTROL = False
CELERY_TIMEZONE = "UTC"
CELERY_ENABLE_UTC = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_IGNORE_RESULT = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_BEAT_SCHEDULE_FILENAME = str(VAR_DIR / "celerybeat-schedule")
CELERY_BEAT_SCHEDULE = {
    "sweep": {"task": "games.tasks.sweep", "schedule": 60.0, "options": {"expires": 60}},
    "tidy": {
        "task": "games.tasks.tidy",
        "schedule": crontab(hour="2", minute="47"),
        "options": {"expires": 3600},
    },
    "verify": {
        "task": "games.tasks.verify_changed",
        "schedule": crontab(hour="3", minute="17"),
        "options": {"expires": 3600},
    },
    "clock": {"task": "games.tasks.clock", "schedule": 60.0, "options": {"expires": 60}},
    "tell": {
        "task": "notifications.tasks.tell_unnoticed",
        "schedule": 60.0,
        "options": {"expires": 60},
    },
    "drain": {
        "task": "notifications.tasks.drain",
        "schedule": env.float("CHICKENFOOT_DRAIN_SECONDS", default=5.0),
        "options": {"expires": 30},
    },
    "post": {
        "task": "notifications.tasks.post",
        "schedule": env.float("CHICKENFOOT_DRAIN_SECONDS", default=5.0),
        "options": {"expires": 30},
    },
}

# Play ---------------------------------------------------------------------------------------

# How long a choice waits before its turn mail goes out: time to move without one.
TURN_MAIL_DELAY = timedelta(seconds=env.float("CHICKENFOOT_TURN_MAIL_DELAY", default=120.0))

# For how many days a year a player's clocks may stand still.
TIME_OFF_DAYS = env.int("CHICKENFOOT_TIME_OFF_DAYS", default=30)

# Pages --------------------------------------------------------------------------------------

LANGUAGE_CODE = "en"
# Each by the name that its readers look for.
LANGUAGES = [
    ("en", "English"),
    ("ro", "Română"),
    ("sl", "Slovenščina"),
    ("uz", "Oʻzbekcha"),
    ("el", "Ελληνικά"),
]
LOCALE_PATHS = [BASE_DIR / "chickenfoot" / "locale"]
# Django's own for these languages have a clock of twelve hours.
FORMAT_MODULE_PATH = ["chickenfoot.formats"]
TIME_ZONE = "UTC"
USE_I18N = True
USE_TZ = True

STATIC_URL = "static/"
STATIC_ROOT = BASE_DIR / "staticfiles" if PRODUCTION else None
WHITENOISE_USE_FINDERS = EMBEDDED
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"
        if PRODUCTION
        else "django.contrib.staticfiles.storage.StaticFilesStorage"
    },
}

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "form-action": [SELF],
        "frame-src": [SELF],
        "frame-ancestors": [NONE],
        "base-uri": [NONE],
    },
}
X_FRAME_OPTIONS = "DENY"
# In a cookie: showing a message on a GET must not write a session.
MESSAGE_STORAGE = "django.contrib.messages.storage.cookie.CookieStorage"
CSRF_FAILURE_VIEW = "chickenfoot.errors.csrf_failure"
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CONTENT_TYPE_NOSNIFF = True
DATA_UPLOAD_MAX_MEMORY_SIZE = 256 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 200
if PRODUCTION:
    SECURE_SSL_REDIRECT = env.bool("SECURE_SSL_REDIRECT", default=True)
    SECURE_HSTS_SECONDS = env.int("SECURE_HSTS_SECONDS", default=31_536_000)
    SECURE_HSTS_INCLUDE_SUBDOMAINS = True
    SECURE_HSTS_PRELOAD = True
    SESSION_COOKIE_SECURE = True
    CSRF_COOKIE_SECURE = True
    if BEHIND_PROXY:
        SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")

REST_FRAMEWORK = {
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["rest_framework.parsers.JSONParser"],
    "DEFAULT_AUTHENTICATION_CLASSES": ["rest_framework.authentication.SessionAuthentication"],
    "UNAUTHENTICATED_USER": "django.contrib.auth.models.AnonymousUser",
}

# Logs ---------------------------------------------------------------------------------------

structlog.configure(
    processors=[
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
    ],
    logger_factory=structlog.stdlib.LoggerFactory(),
    cache_logger_on_first_use=True,
)
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "lines": {
            "()": structlog.stdlib.ProcessorFormatter,
            "processor": structlog.processors.JSONRenderer()
            if PRODUCTION
            # Plain tracebacks: the fancy ones print local variables, and those hold hands (R8.5).
            else structlog.dev.ConsoleRenderer(
                colors=False, exception_formatter=structlog.dev.plain_traceback
            ),
            "foreign_pre_chain": [
                hide_tokens,
                structlog.stdlib.add_log_level,
                structlog.processors.TimeStamper(fmt="iso", utc=True),
            ],
        }
    },
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "lines"}},
    "root": {"handlers": ["console"], "level": env.str("CHICKENFOOT_LOG", default="INFO")},
    # aiosmtpd writes down every recipient, and with it the token that plays for somebody.
    "loggers": {"mail": {"level": "WARNING"}},
}
