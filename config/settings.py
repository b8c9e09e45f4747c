"""Settings for both sizes: a laptop in a hall, or a server for a federation.

The differences come from environment variables:

DATABASE_URL     default: a SQLite file in the data folder
REDIS_URL        set: jobs go to Celery workers over Redis; unset: a worker inside this process
CHEVILLE_DATA    the data folder (database, papers, secret key); default: data/ beside manage.py, for an
                 installed program where the system keeps the data of a user (~/.local/share/Cheville)
CHEVILLE_EARLIER set by the command cheville: the data folder of an earlier program, for the first page
SECRET_KEY       default: made once and kept in the data folder
ALLOWED_HOSTS    default: *, the addresses of a hall, which are not known beforehand: IP addresses, localhost,
                 names in .local, the name of the machine; names of the Internet are listed beside it
CSRF_TRUSTED_ORIGINS origins with https:// that may post, if the proxy changes the host; default: none
TIME_ZONE        the time zone of dates and times; default: America/Toronto
LAN_HTTP         true (default): plain http in a hall, so no Secure cookies and no HSTS
SHORT_NAMES      true: pages without sign-in have first name and initial, unless a player consented to more;
                 default: true if LAN_HTTP is false
INTERNAL_ADDRESSES true: publications and mail may go to computers that are not on the Internet: a disk
                 in the same network; default: true if LAN_HTTP is
PUBLIC_URL       the address of this program on the Internet, for links in mail; default: none
MAIL_FROM        the sender of mail if an organisation has no server of its own; default: none
EMAIL_HOST       the mail server for MAIL_FROM; default: localhost
EMAIL_PORT       its port; default: 25
EMAIL_HOST_USER  the name to sign in with there; default: no sign-in
EMAIL_HOST_PASSWORD its password; default: none
EMAIL_USE_TLS    true: encrypted after STARTTLS; default: false
EMAIL_USE_SSL    true: encrypted from the start; default: false
COPIES_DIR       the folder for copies of tournaments, such as a USB key; default: copies/ in the data folder
JOB_SWEEP        seconds between sweeps, which hand out abandoned jobs again; default: 15
JOB_LEASE        seconds that a worker may be silent before its job goes to another; default: 30
JOB_RESEND       seconds after which a job not taken, or a copy that failed, is sent again; default: 60
JOB_SAYS_WHY     seconds of waiting after which the page explains why; default: 30
JOB_LONGEST      seconds that a paper may take before it counts as hanging; default: 600
JOB_ATTEMPTS     how many workers may fall silent over one paper before it has failed; default: 5
TABLET_SECONDS   seconds between requests of a table's page for news; default: 5
WEB_PROCESSES    how many web processes run, for `check --deploy`; default: 2
WEB_THREADS      how many requests a web process answers at once, each with a database connection; default: 8
WORKERS          how many workers run, for `check --deploy`; default: 2
METRICS          true: /metrics for Prometheus; default: false
METRICS_DIR      the folder of the counters of this machine, emptied at each boot; default: metrics/ and its
                 name in the data folder
WATCH_TOKEN      the token to read /readyz and /metrics; default: only programs on this machine may
LOG_FORMAT       json: structured lines, without names and tokens; default: plain text
PG_BIN           the folder of pg_dump and pg_restore; default: wherever the shell finds them
DEBUG            default: false
"""

import socket
import sys
from datetime import timedelta
from pathlib import Path
from typing import Any

import environ
from csp.constants import NONE, SELF
from django.utils.translation import gettext_lazy as _

from tournaments.system import data_folder, database_file, program_files

BASE_DIR = program_files.folder()
env = environ.Env()

DATA_DIR = data_folder.create_folder(Path(env("CHEVILLE_DATA", default="") or data_folder.default_folder()))
EARLIER_DATA = env("CHEVILLE_EARLIER", default="")  # of an earlier program, see system/earlier_data.py
SECRET_KEY = env("SECRET_KEY", default="") or data_folder.read_or_create_secret(DATA_DIR / "secret_key")
COPIES_DIR = env("COPIES_DIR", default="")
TABLET_SECONDS = env.float("TABLET_SECONDS", default=5)
WEB_PROCESSES = env.int("WEB_PROCESSES", default=2)
WEB_THREADS = env.int("WEB_THREADS", default=8)
WORKERS = env.int("WORKERS", default=2)
METRICS = env.bool("METRICS", default=False)
METRICS_DIR = env("METRICS_DIR", default=str(DATA_DIR / "metrics" / socket.gethostname()))
WATCH_TOKEN = env("WATCH_TOKEN", default="")
LOG_FORMAT = env("LOG_FORMAT", default="")
PG_BIN = env("PG_BIN", default="")
DEBUG = env.bool("DEBUG", default=False)
LAN_HTTP = env.bool("LAN_HTTP", default=True)
SHORT_NAMES = env.bool("SHORT_NAMES", default=not LAN_HTTP)
LAN_PORTS: dict[str, int] = {}  # by scheme; filled if `manage.py serve` listens on several
PUBLIC_URL = env("PUBLIC_URL", default="")
MAIL_FROM = env("MAIL_FROM", default="")
EMAIL_HOST = env("EMAIL_HOST", default="localhost")
EMAIL_PORT = env.int("EMAIL_PORT", default=25)
EMAIL_HOST_USER = env("EMAIL_HOST_USER", default="")
EMAIL_HOST_PASSWORD = env("EMAIL_HOST_PASSWORD", default="")
EMAIL_USE_TLS = env.bool("EMAIL_USE_TLS", default=False)
EMAIL_USE_SSL = env.bool("EMAIL_USE_SSL", default=False)
INTERNAL_ADDRESSES = env.bool("INTERNAL_ADDRESSES", default=LAN_HTTP)
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=["*"])
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[])

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django.forms",
    "axes",
    "csp",
    "django_htmx",
    "django_tables2",
    "tournaments",
    "tournaments.web",
    "tournaments.https",
    "tournaments.judge",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "tournaments.system.static.compress_static_files",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "csp.middleware.CSPMiddleware",
    "tournaments.web.middleware.InputLimitMiddleware",
    "tournaments.web.middleware.allow_shared_caching",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "tournaments.system.hosts.known_host",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "axes.middleware.AxesMiddleware",
    "tournaments.web.middleware.page_above",
]

ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.debug",
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "tournaments.web.context_processors.tournament_page",
            ]
        },
    }
]
FORM_RENDERER = "django.forms.renderers.TemplatesSetting"

# A database that is away is noticed within seconds, even if its machine lost power. The database notices
# a web host that is away as fast: until then it holds the lock of a tournament for a request of it.
POSTGRESQL = {
    "connect_timeout": 3,
    "tcp_user_timeout": 10_000,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 2,
    "options": (
        "-c tcp_user_timeout=10000 -c tcp_keepalives_idle=5 -c tcp_keepalives_interval=2"
        " -c tcp_keepalives_count=2 -c idle_in_transaction_session_timeout=60000"
        " -c synchronous_commit=on"  # an acknowledged result survives a power cut, as with SQLite
    ),
    # A statement is planned once for each connection: planning took a third of its time for a result.
    "server_side_binding": True,
    "prepare_threshold": 5,
}
OWN_DATABASE = database_file.url_of(DATA_DIR / data_folder.DATABASE)
DATABASES = {"default": env.db("DATABASE_URL", default=OWN_DATABASE)}
if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    # IMMEDIATE: a transaction that reads and then writes never meets "database is locked" halfway.
    # synchronous=FULL: an acknowledged result survives a power cut.
    DATABASES["default"]["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON;",
    }
    # django_tables2 tries to import the fields of PostgreSQL, and would load all of psycopg: 9 MB.
    sys.modules["django.contrib.postgres.fields"] = None  # type: ignore[assignment]
else:
    DATABASES["default"]["OPTIONS"] = POSTGRESQL | DATABASES["default"].get("OPTIONS", {})
# Closing the last connection to a SQLite file empties its journal: too much work for every request.
DATABASES["default"]["CONN_MAX_AGE"] = 60
DATABASES["default"]["CONN_HEALTH_CHECKS"] = True  # no connection survives a restart of the database
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
REDIS_URL = env("REDIS_URL", default="")
if REDIS_URL:
    CACHES["default"] = {"BACKEND": "tournaments.system.cache.ForgivingRedisCache", "LOCATION": REDIS_URL}

JOB_SWEEP = env.float("JOB_SWEEP", default=15)
JOB_LEASE = env.float("JOB_LEASE", default=30)
JOB_RESEND = env.float("JOB_RESEND", default=60)
JOB_SAYS_WHY = env.float("JOB_SAYS_WHY", default=30)
JOB_LONGEST = env.float("JOB_LONGEST", default=600)
JOB_ATTEMPTS = env.int("JOB_ATTEMPTS", default=5)

CELERY_BROKER_URL = REDIS_URL or "memory://localhost/"
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None  # a worker waits for the broker, however long it is away
CELERY_WORKER_CANCEL_LONG_RUNNING_TASKS_ON_CONNECTION_LOSS = (
    False  # a paper can be finished without the broker
)
# A page that sends a message waits only briefly for a broker that is away: the row is the outbox.
CELERY_BROKER_CONNECTION_TIMEOUT = 2
CELERY_TASK_PUBLISH_RETRY_POLICY = dict.fromkeys(("interval_start", "interval_step", "interval_max"), 0)
CELERY_TASK_PUBLISH_RETRY_POLICY["max_retries"] = 1
if REDIS_URL:
    CELERY_BROKER_TRANSPORT_OPTIONS = {
        "socket_connect_timeout": 2,
        "socket_timeout": 5,
        "socket_keepalive": True,
    }
# The sweep has a queue of its own, so that it does not wait behind the papers of a whole federation.
CELERY_TASK_QUEUES = {name: {"exchange": name, "routing_key": name} for name in ("celery", "sweep")}
CELERY_TASK_ROUTES = {"tournaments.sweep": {"queue": "sweep"}}
CELERY_BEAT_SCHEDULER = (
    "celery.beat:Scheduler"  # every few seconds: no need to remember the last run in a file
)
CELERY_BEAT_SCHEDULE = {
    "sweep": {"task": "tournaments.sweep", "schedule": JOB_SWEEP, "options": {"expires": 20 * JOB_SWEEP}}
}

AUTH_USER_MODEL = "tournaments.User"
AUTHENTICATION_BACKENDS = [
    "axes.backends.AxesStandaloneBackend",
    "django.contrib.auth.backends.ModelBackend",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
LOGIN_URL = "login"
LOGIN_REDIRECT_URL = "home"
LOGOUT_REDIRECT_URL = "home"
AXES_FAILURE_LIMIT = 10
AXES_COOLOFF_TIME = timedelta(minutes=6)
AXES_CLIENT_IP_CALLABLE = "tournaments.accounts.lockout.counted_address"
SIGN_IN_FAILURES_OF_ADDRESS = 50  # within the cool-off, whatever the names
AXES_HANDLER = "tournaments.accounts.lockout.Lockout"
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_LOCKOUT_TEMPLATE = "registration/locked.html"

LANGUAGE_CODE = "fr-ca"
LANGUAGES = [
    ("fr-ca", _("French")),
    ("en", _("English")),
]
LOCALE_PATHS = [BASE_DIR / "locale"]
TIME_ZONE = env("TIME_ZONE", default="America/Toronto")

STATIC_URL = "static/"
STATIC_ROOT = DATA_DIR / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "tournaments.system.static.StaticFiles"},
}
WHITENOISE_USE_FINDERS = LAN_HTTP
MEDIA_ROOT = DATA_DIR / "papers"

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "img-src": [SELF, "data:"],
        "object-src": [NONE],
        "base-uri": [SELF],
        "frame-ancestors": [NONE],
        "form-action": [SELF],
    }
}
X_FRAME_OPTIONS = "DENY"
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = None if LAN_HTTP else "same-origin"
if not LAN_HTTP:
    SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = True
    SECURE_SSL_REDIRECT = True
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_HSTS_SECONDS = 31_536_000
    SECURE_HSTS_INCLUDE_SUBDOMAINS = True
    SILENCED_SYSTEM_CHECKS = ["security.W021"]  # a browser's preload list is up to the owner of the domain
# A list of 2000 people whom the roster may know already has two fields for each.
DATA_UPLOAD_MAX_NUMBER_FIELDS = 10_000
# A browser on a laptop whose clock is set a year ahead keeps its cookies: the longest that browsers keep any.
MAX_COOKIE_AGE = 60 * 60 * 24 * 400
SESSION_ENGINE = "tournaments.accounts.session_store"
SESSION_COOKIE_AGE = MAX_COOKIE_AGE if LAN_HTTP else 60 * 60 * 24 * 30
CSRF_COOKIE_AGE = LANGUAGE_COOKIE_AGE = MAX_COOKIE_AGE

DJANGO_TABLES2_TEMPLATE = "components/table.html"

LOGGING: dict[str, Any] = {
    "version": 1,
    "disable_existing_loggers": False,
    "handlers": {"console": {"class": "logging.StreamHandler"}},
    "root": {"handlers": ["console"], "level": "WARNING"},
    "loggers": {"axes": {"level": "ERROR"}},
}
if LOG_FORMAT == "json":
    LOGGING["formatters"] = {"json": {"()": "tournaments.system.logs.JsonLines"}}
    LOGGING["handlers"]["console"]["formatter"] = "json"
    LOGGING["root"]["level"] = "INFO"
    LOGGING["loggers"]["django.server"] = {"handlers": [], "propagate": True}
