"""Every setting, from the environment if a club differs, else a default that works at once.

Without any environment: SQLite and a filesystem broker under `var/`, mail to the console. Defaults
that must not be left in production are found by `config/checks.py` (`check --deploy`).
"""

import sys
from pathlib import Path

from config import env
from config.messages import compile_texts

BASE_DIR = Path(__file__).resolve().parent.parent
VAR_DIR = Path(env.text("VAR_DIR", str(BASE_DIR / "var")))

# --- access from outside --------------------------------------------------------------------
DEBUG = env.flag("DEBUG")
SECRET_KEY = env.secret("SECRET_KEY", VAR_DIR / "secret_key")
ALLOWED_HOSTS = env.words("ALLOWED_HOSTS", "localhost,127.0.0.1,[::1]")
CSRF_TRUSTED_ORIGINS = env.words("CSRF_TRUSTED_ORIGINS")
HTTPS = env.flag("HTTPS")
# Where a mail or a calendar leads to: they come to people outside of any page.
PUBLIC_URL = env.text(
    "PUBLIC_URL", f"{'https' if HTTPS else 'http'}://{next(iter(ALLOWED_HOSTS), 'localhost')}"
)
DEMO = env.flag("DEMO")  # offers logins by a click, to this machine only

SECURE_SSL_REDIRECT = SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS
SECURE_HSTS_SECONDS = 365 * 24 * 3600 if HTTPS else 0
# Both bind other sites of the domain, and browsers keep them for a year: the club's own choice.
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = HTTPS and env.flag("HSTS_WHOLE_DOMAIN")
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
SECURE_REFERRER_POLICY = "same-origin"
BEHIND_PROXY = env.flag("BEHIND_PROXY")  # one proxy, which sets both headers itself
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if BEHIND_PROXY else None
ALLAUTH_TRUSTED_PROXY_COUNT = int(BEHIND_PROXY)  # else all visitors share one rate limit
X_FRAME_OPTIONS = "DENY"
CSRF_FAILURE_VIEW = "config.errors.csrf_failure"

# --- installed apps -------------------------------------------------------------------------
INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "config.static.ServedFiles",
    "django.forms",
    "allauth",
    "allauth.account",
    "allauth.mfa",  # passkeys; its pages are ours (`config/passkeys.py`)
    "django_htmx",
    "rest_framework",
    "drf_spectacular",
    "league",
    "games",
    "config.site",  # before the till: its reports stand first
    "finance",
    "config.privacy",
    "config.merging",
    "config.demo",
]
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "config.security.ContentSecurityPolicy",
    "config.security.PublicToOtherSites",
    "config.app_shell.AppShell",  # sees the cookies that those below set
    "config.repeating.RepeatThrownBack",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "league.access.permissions.RightsOfRequest",
    "config.language.Language",
    "django.middleware.common.CommonMiddleware",
    "games.scoring.onlookers.Onlookers",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "league.access.phones.NamedDevice",
    "league.access.sessions.WhereFrom",
    "config.errors.SentenceForThePerson",
    "config.site.middleware.FoundFirst",
]
ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"
FORM_RENDERER = "django.forms.renderers.TemplatesSetting"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "config.site.context.page_context",
            ],
        },
    }
]

# --- the database ---------------------------------------------------------------------------
DATABASES = {
    "default": env.database(env.text("DATABASE_URL", f"sqlite:///{VAR_DIR / 'schockwart.sqlite3'}"))
}
# How the web server is started: each of its threads keeps a connection (`config/connections.py`).
WEB_PROCESSES = int(env.text("WEB_PROCESSES", "2"))
WEB_THREADS = int(env.text("WEB_THREADS", "8"))
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

REDIS_URL = env.text("REDIS_URL")
if REDIS_URL:
    CACHES = {
        "default": {
            "BACKEND": "config.cache.RedisOrProcess",
            "LOCATION": REDIS_URL,
            "OPTIONS": {"socket_timeout": 1, "socket_connect_timeout": 1},
        }
    }
SESSION_ENGINE = "config.sessions"
SESSION_COOKIE_AGE = 60 * 24 * 3600

# A list of a thousand people has a tick in each row, and cells that are typed anew.
DATA_UPLOAD_MAX_NUMBER_FIELDS = 5_000

# --- files beside the database -----------------------------------------------------------------
# Vouchers, each under the sha256 of its content; a backup takes them along.
VOUCHER_DIR = VAR_DIR / "vouchers"
# Files that came with a form which is not done yet: for a day, and in no backup.
WAITING_DIR = VAR_DIR / "waiting"
# Pictures of photos that not every browser shows; made anew if missing.
VOUCHER_PICTURE_DIR = VAR_DIR / "voucher-pictures"
# Reports as they were when they were made, kept the same way.
REPORT_DIR = VAR_DIR / "reports"
CREST_DIR = VAR_DIR / "crests"
# Photos of a tournament's paper cards, for some weeks.
CARD_PHOTO_DIR = VAR_DIR / "card-photos"
PHOTO_DIR = VAR_DIR / "photos"

# --- the worker -----------------------------------------------------------------------------
BROKER_DIR = VAR_DIR / "broker"
CELERY_BROKER_URL = REDIS_URL or "filesystem://localhost"
CELERY_BROKER_TRANSPORT_OPTIONS = (
    {"socket_timeout": 2, "socket_connect_timeout": 2, "max_retries": 0}
    if REDIS_URL
    else {
        "data_folder_in": str(BROKER_DIR / "queue"),
        "data_folder_out": str(BROKER_DIR / "queue"),
        "control_folder": str(BROKER_DIR / "control"),
        "polling_interval": 0.2,
    }
)
# The broker is a doorbell: a publisher gives up quickly, and beat sweeps unheard messages.
CELERY_TASK_PUBLISH_RETRY = False
CELERY_BROKER_CONNECTION_TIMEOUT = 2
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
# A worker takes from its queues in turn. So no season waits behind the cards of a tournament, and
# neither behind a report where a worker is told to do nothing else (docs/running.md).
CELERY_TASK_QUEUES: dict[str, dict[str, str]] = {"celery": {}, "standings": {}, "rankings": {}}
CELERY_TASK_ROUTES = {
    "league.tasks.compute_season": {"queue": "standings"},
    "league.tasks.sweep_standings": {"queue": "standings"},
    "league.tasks.compute_rankings": {"queue": "rankings"},
    "league.tasks.sweep_rankings": {"queue": "rankings"},
}
# Celery itself would open a connection for each task; when one ends is said by CONN_MAX_AGE
# (config/celery.py).
CELERY_DB_REUSE_MAX = sys.maxsize
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_TIME_LIMIT = 300  # of processes; threads know none (docs/running.md)
CELERY_TIMEZONE = "Europe/Berlin"
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_BEAT_SCHEDULE_FILENAME = str(VAR_DIR / "beat")
CELERY_BEAT_SCHEDULE = {
    # Without these a page would say for ever that something is just being computed.
    "sign-of-worker": {
        "task": "league.tasks.give_sign",
        "schedule": 20.0,
        "args": ["worker"],
        "options": {"queue": "celery", "expires": 60},
    },
    "sign-of-standings": {
        "task": "league.tasks.give_sign",
        "schedule": 20.0,
        "args": ["standings"],
        "options": {"queue": "standings", "expires": 60},
    },
    # A message may get lost (a folder as broker drops one now and then), so beat asks by itself.
    "sweep-rankings": {
        "task": "league.tasks.sweep_rankings",
        "schedule": float(env.text("SWEEP_SECONDS", "15")),
    },
    "sweep-standings": {
        "task": "league.tasks.sweep_standings",
        "schedule": float(env.text("SWEEP_SECONDS", "15")),
    },
    # Messages that a push service put off, or that were not enqueued.
    "sweep-pushes": {
        "task": "league.tasks.deliver_pushes",
        "schedule": float(env.text("SWEEP_SECONDS", "15")),
    },
    # Figures are for the morning after: counted when no result has come in for a while.
    "sweep-figures": {"task": "league.tasks.sweep_figures", "schedule": 60.0},
    "tidy-access": {"task": "league.tasks.tidy_access", "schedule": 6 * 3600.0},
    "carry-out-approvals": {"task": "league.tasks.carry_out_approvals", "schedule": 300.0},
    # Reports whose message was lost, or whose worker died.
    "sweep-reports": {
        "task": "league.reports.tasks.sweep_reports",
        "schedule": float(env.text("SWEEP_SECONDS", "15")),
    },
    # Figures of the throws: counted, then luck and skill weighed game by game.
    "sweep-throws": {
        "task": "games.tasks.sweep_throws",
        "schedule": float(env.text("SWEEP_SECONDS", "15")),
    },
    # Asked for all day: one is made once a night, also if the machine slept through it.
    "tidy-tournaments": {"task": "league.tasks.tidy_tournaments", "schedule": 3600.0},
    "back-up": {"task": "config.site.tasks.back_up", "schedule": 900.0},
    "check-club": {"task": "config.site.tasks.check_tonight", "schedule": 900.0},
    # As often: a night lets go of all that has had its time.
    "let-go": {"task": "config.privacy.tasks.let_go", "schedule": 900.0},
}
# Where the nightly backups go; better on another disk, or copied to one.
BACKUP_DIR = Path(env.text("BACKUP_DIR", str(VAR_DIR / "backups")))

# List of erased people: read by each restore, so it is in no backup and is copied apart.
ERASURE_DIR = Path(env.text("ERASURE_DIR", str(VAR_DIR / "erasures")))

# --- who logs in ----------------------------------------------------------------------------
AUTH_USER_MODEL = "league.User"
AUTHENTICATION_BACKENDS = [
    "config.logins.ClubBackend",
    # Logins of before it was there name this one, for as long as they hold (SESSION_COOKIE_AGE).
    "allauth.account.auth_backends.AuthenticationBackend",
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "home"
LOGOUT_REDIRECT_URL = ACCOUNT_LOGOUT_REDIRECT_URL = "home"
ACCOUNT_ADAPTER = "config.accounts.ClubAdapter"
ACCOUNT_FORMS = {"request_login_code": "config.accounts.RequestCodeForm"}
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*"]
ACCOUNT_LOGIN_BY_CODE_ENABLED = True
ACCOUNT_LOGIN_BY_CODE_MAX_ATTEMPTS = 3
ACCOUNT_LOGIN_BY_CODE_TIMEOUT = 10 * 60
ACCOUNT_EMAIL_VERIFICATION = "none"  # the code that logs in is the proof
ACCOUNT_EMAIL_UNKNOWN_ACCOUNTS = False  # strangers get no mail from us
ACCOUNT_SESSION_REMEMBER = True
MFA_ADAPTER = "config.passkeys.PasskeyAdapter"
MFA_SUPPORTED_TYPES = ["webauthn"]
ACCOUNT_RATE_LIMITS = {"request_login_code": "20/m/ip,3/m/key", "login": "30/m/ip"}

EMAIL_BACKEND = (
    "django.core.mail.backends.smtp.EmailBackend"
    if env.text("EMAIL_HOST")
    else "django.core.mail.backends.console.EmailBackend"
)
EMAIL_HOST = env.text("EMAIL_HOST")
EMAIL_PORT = int(env.text("EMAIL_PORT", "587"))
EMAIL_HOST_USER = env.text("EMAIL_HOST_USER")
EMAIL_HOST_PASSWORD = env.text("EMAIL_HOST_PASSWORD")
EMAIL_USE_TLS = env.flag("EMAIL_USE_TLS", default=True)
EMAIL_TIMEOUT = 10
# So many days before an evening a mail asks for the answer that is missing.
REMIND_DAYS = int(env.text("REMIND_DAYS", "3"))
DEFAULT_FROM_EMAIL = env.text("DEFAULT_FROM_EMAIL", "schockwart@localhost")

# --- notifications ---------------------------------------------------------------------------
# The push services of browsers, the only hosts a push is sent to; a dot means all hosts below.
PUSH_HOSTS = env.words(
    "PUSH_HOSTS",
    "fcm.googleapis.com,updates.push.services.mozilla.com,.push.apple.com,.notify.windows.com",
)

# --- the API --------------------------------------------------------------------------------
REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": ["config.api.ApiAuthentication"],
    "DEFAULT_PERMISSION_CLASSES": [],  # each endpoint asks league.access who may do what
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["rest_framework.parsers.JSONParser"],
    "DEFAULT_CONTENT_NEGOTIATION_CLASS": "config.api.OnlyJSON",
    "DEFAULT_METADATA_CLASS": None,
    "DEFAULT_SCHEMA_CLASS": "config.schema.ApiSchema",
    "EXCEPTION_HANDLER": "config.api.answer",
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Schockwart",
    "VERSION": "1",
    "OAS_VERSION": "3.1.0",
    "DESCRIPTION": (
        "What the pages of the club show, and what the scorer does. See /api/. "
        "Amounts are cents. No text holds a NUL. An address without the method asked for says 405."
    ),
    "SCHEMA_PATH_PREFIX": "/api",
    "COMPONENT_SPLIT_REQUEST": True,  # what is sent may leave out what has a default
    "POSTPROCESSING_HOOKS": ["config.schema.complete"],
}

# --- language, time, files ------------------------------------------------------------------
LANGUAGE_CODE = "de"
LANGUAGES = [("de", "Deutsch"), ("en", "English")]
LOCALE_PATHS = [BASE_DIR / "locale"]
compile_texts(BASE_DIR / "locale" / "de" / "LC_MESSAGES")
LANGUAGE_COOKIE_AGE = 365 * 24 * 3600
TIME_ZONE = "Europe/Berlin"
USE_THOUSAND_SEPARATOR = False  # a key in a form is no figure; amounts group themselves
FORMAT_MODULE_PATH = "config.formats"

STATIC_URL = "static/"
STATIC_ROOT = VAR_DIR / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
STATICFILES_FINDERS = [
    "config.static.Bundles",
    "django.contrib.staticfiles.finders.FileSystemFinder",
    "django.contrib.staticfiles.finders.AppDirectoriesFinder",
]
WHITENOISE_KEEP_ONLY_HASHED_FILES = True
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "config.static.HashedFiles"},
}

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "%(asctime)s %(levelname)s %(name)s: %(message)s"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["console"], "level": env.text("LOG_LEVEL", "INFO")},
    "loggers": {"django.server": {"propagate": True}},
}
