"""Where the worker looks for the till's tasks."""

from finance.books.tasks import make_picture

__all__ = ["make_picture"]
