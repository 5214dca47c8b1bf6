"""The name that a browser gives itself, in two words. Pure."""

BROWSERS = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser", "Samsung Internet"),
    ("Firefox/", "Firefox"),
    ("FxiOS", "Firefox"),
    ("CriOS", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
)
SYSTEMS = (
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Windows", "Windows"),
    ("Mac OS X", "Mac"),
    ("Linux", "Linux"),
)


def called(agent: str) -> str:
    """Return „Firefox, Android“, or an empty string for an unknown agent."""
    words = (
        next((name for mark, name in table if mark in agent), "") for table in (BROWSERS, SYSTEMS)
    )
    return ", ".join(word for word in words if word)
