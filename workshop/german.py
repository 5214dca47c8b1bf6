"""German texts of the terminal, by the English text in the code."""

# Those words of argparse itself that a user can see.
ARGPARSE = {
    "usage: ": "Aufruf: ",
    "positional arguments": "Befehle und Angaben",
    "options": "Optionen",
    "show this help message and exit": "zeigt diese Hilfe",
    "argument %(argument_name)s: %(message)s": "%(argument_name)s: %(message)s",
    "invalid choice: %(value)r (choose from %(choices)s)": (
        "%(value)r gibt es nicht, nur %(choices)s"
    ),
    "the following arguments are required: %s": "es fehlt: %s",
    "expected one argument": "braucht einen Wert",
    "expected at most one argument": "nimmt höchstens einen Wert",
    "expected at least one argument": "braucht mindestens einen Wert",
    "ignored explicit argument %r": "nimmt keinen Wert, auch nicht %r",
    "ambiguous option: %(option)s could match %(matches)s": (
        "%(option)s ist nicht eindeutig: %(matches)s"
    ),
    "not allowed with argument %s": "nicht zusammen mit %s",
    "unrecognized arguments: %s": "unbekannt: %s",
}

GERMAN = {
    **ARGPARSE,
    # --- the command line -------------------------------------------------------------------
    "Error: {reason}": "Fehler: {reason}",
    "What helps: {remedy}": "Was hilft: {remedy}",
    "Ended.": "Beendet.",
    "dev.py does not understand this call ({reason}).": (
        "Diesen Aufruf versteht dev.py nicht ({reason})."
    ),
    "python3 dev.py --help shows the commands, for example: python3 dev.py run": (
        "python3 dev.py --help zeigt die Befehle, zum Beispiel: python3 dev.py run"
    ),
    "unknown: {words}": "unbekannt: {words}",
    "a port is a number from 1 to {last}, not “{text}”": (
        "ein Port ist eine Zahl von 1 bis {last}, nicht „{text}“"
    ),
    "Start Schockwart and check it": "Schockwart starten und prüfen",
    "COMMAND": "BEFEHL",
    "starts Schockwart on this machine (SQLite, no other services)": (
        "startet Schockwart auf diesem Rechner (SQLite, ohne weitere Dienste)"
    ),
    "starts it as in production: PostgreSQL, Redis, two web processes": (
        "startet es wie im Betrieb: PostgreSQL, Redis, zwei Webprozesse"
    ),
    "default: {port}": "Vorgabe: {port}",
    "without the demo club": "ohne Vorführverein",
    "for phones in the same network too: shows address and QR code": (
        "auch für Handys im selben Netz: zeigt Adresse und QR-Code"
    ),
    "checks everything: the code, and the tests on PostgreSQL and on SQLite": (
        "prüft alles: den Code, und die Tests auf PostgreSQL und auf SQLite"
    ),
    "with what takes long": "auch, was lange dauert",
    "without what “check” does": "ohne die Prüfungen von „check“",
    "on this database alone": "nur auf dieser Datenbank",
    "only the quick share: on SQLite, without checks, services and browser": (
        "nur die schnelle Auswahl: auf SQLite, ohne Prüfungen, Dienste und Browser"
    ),
    "format, types, imports, settings, templates, translations": (
        "Form, Typen, Importe, Einstellungen, Vorlagen, Übersetzungen"
    ),
    "measures: the scripts in bench/": "misst: die Skripte in bench/",
    "this one alone": "nur dieses",
    "only shows that the scripts still run: small sizes": (
        "zeigt nur, dass die Skripte noch laufen: kleine Größen"
    ),
    "all of them, and writes the table bench/results.md": (
        "alle, und schreibt die Tabelle bench/results.md"
    ),
    "takes the README's pictures of the demo club": (
        "macht die Bilder des README vom Vorführverein"
    ),
    "Pictures in {folder}/": "Bilder in {folder}/",
    "The pictures could not be taken.": "Die Bilder ließen sich nicht machen.",
    "prints the bill of materials of the locked packages (CycloneDX)": (
        "gibt die Stückliste der festgehaltenen Pakete aus (CycloneDX)"
    ),
    "compares the locked packages with advisories, without a network": (
        "vergleicht die festgehaltenen Pakete mit bekannten Lücken, ohne Netz"
    ),
    "a record of OSV, a folder of these, or the archive of PyPI": (
        "ein Eintrag von OSV, ein Ordner davon oder das Archiv von PyPI"
    ),
    "There is no advisory in {file}.": "In {file} ist keine Meldung.",
    "give a record of OSV, a folder of these, or the archive of PyPI.": (
        "einen Eintrag von OSV angeben, einen Ordner davon oder das Archiv von PyPI."
    ),
    "{count} advisories read, {found} about the lock.": (
        "{count} Meldungen gelesen, {found} betreffen die festgehaltenen Pakete."
    ),
    "{file} holds no advisories: it is no JSON.": (
        "In {file} sind keine Meldungen: Es ist kein JSON."
    ),
    # --- the system -------------------------------------------------------------------------
    "The disk is full.": "Der Datenträger ist voll.",
    "make room and start again.": "Platz schaffen und noch einmal starten.",
    "A file": "Eine Datei",
    "{file} cannot be written or opened.": "{file} lässt sich nicht schreiben oder öffnen.",
    "give the right to write.": "Schreibrechte geben.",
    "give the right to write, or copy the project into a folder of your own.": (
        "Schreibrechte geben oder das Projekt in einen eigenen Ordner kopieren."
    ),
    "The operating system says: {error}.": "Das Betriebssystem meldet: {error}.",
    "mend the reason and start again.": "Den Grund beheben und neu starten.",
    "The folder {folder} may not be written.": "Der Ordner {folder} darf nicht beschrieben werden.",
    "The folder {folder} cannot be written ({reason}).": (
        "Der Ordner {folder} lässt sich nicht beschreiben ({reason})."
    ),
    "Port {port} is reserved for the system.": "Port {port} ist dem System vorbehalten.",
    "take one from 1024 on: python3 dev.py {command} --port 8000": (
        "Einen ab 1024 nehmen: python3 dev.py {command} --port 8000"
    ),
    "Port {port} is taken already.": "Port {port} ist schon belegt.",
    "take another one: python3 dev.py {command} --port {port}": (
        "Einen anderen nehmen: python3 dev.py {command} --port {port}"
    ),
    "A Schockwart runs in this folder already.": "In diesem Ordner läuft schon ein Schockwart.",
    "end that one with Ctrl-C first, or take a second copy of the folder.": (
        "Den anderen zuerst mit Strg-C beenden oder eine zweite Kopie des Ordners nehmen."
    ),
    "A Schockwart runs in this folder already: {url} (process {pid}).": (
        "In diesem Ordner läuft schon ein Schockwart: {url} (Prozess {pid})."
    ),
    "end that one first, by Ctrl-C or kill {pid}, or take a second copy of the folder.": (
        "Den anderen zuerst beenden, mit Strg-C oder kill {pid}, "
        "oder eine zweite Kopie des Ordners nehmen."
    ),
    "Of a Schockwart that was killed something still runs in this folder.": (
        "Von einem Schockwart, der abgeschossen wurde, läuft in diesem Ordner noch etwas."
    ),
    "end it with: kill $(lsof -t {file})": "Es beenden mit: kill $(lsof -t {file})",
    # --- the Python environment -------------------------------------------------------------
    "Python environment (.venv)": "Python-Umgebung (.venv)",
    "The log: {file}.": "Das Protokoll: {file}.",
    "Only {free} MB are free on the disk, {needed} are needed.": (
        "Auf dem Datenträger sind nur noch {free} MB frei, gebraucht werden {needed}."
    ),
    "This Python lacks the module venv with ensurepip.": (
        "Diesem Python fehlt das Modul venv mit ensurepip."
    ),
    "on Debian and Ubuntu: apt-get install python3-venv, then start again.": (
        "Unter Debian und Ubuntu: apt-get install python3-venv, dann noch einmal starten."
    ),
    "A package that was fetched is not the one that requirements/ names.": (
        "Ein heruntergeladenes Paket ist nicht das, das in requirements/ festgehalten ist."
    ),
    "try again; if it stays so, check where packages come from.": (
        "Noch einmal versuchen; bleibt es dabei, die Paketquelle prüfen."
    ),
    "A package that is needed does not exist for this Python or system.": (
        "Für dieses Python oder System gibt es ein gebrauchtes Paket nicht."
    ),
    "take Python 3.11 to 3.13 on Linux or macOS.": (
        "Python 3.11 bis 3.13 unter Linux oder macOS nehmen."
    ),
    "The Python packages could not be fetched; mostly the network is missing.": (
        "Die Python-Pakete ließen sich nicht holen; meist fehlt das Netz."
    ),
    "check the network and where packages come from (pip config list), then start again.": (
        "Netz und Paketquelle (pip config list) prüfen und noch einmal starten."
    ),
    "The Python environment .venv is damaged ({reason}).": (
        "Die Python-Umgebung .venv ist beschädigt ({reason})."
    ),
    "delete the folder .venv and start again.": "Den Ordner .venv löschen und noch einmal starten.",
    # --- starting ---------------------------------------------------------------------------
    "PostgreSQL and Redis": "PostgreSQL und Redis",
    "Database and static files": "Datenbank und statische Dateien",
    "Database, demo club, static files": "Datenbank, Vorführverein, statische Dateien",
    "Web server": "Webserver",
    "What prepares the database": "Das Einrichten der Datenbank",
    "The database": "Die Datenbank",
    "The web server": "Der Webserver",
    "The worker": "Der Worker",
    "The clock": "Der Taktgeber",
    "Schockwart runs: {url}": "Schockwart läuft: {url}",
    "In the same network: {url}": "Im selben Netz:   {url}",
    "There is no club here yet: the start page founds it.": (
        "Hier ist noch kein Club: Die Startseite gründet ihn."
    ),
    "Login codes appear here. Logs: {folder}/  To end: Ctrl-C": (
        "Login-Codes erscheinen hier. Protokolle: {folder}/  Beenden: Strg-C"
    ),
    "The demo club is still being filled; its pages grow meanwhile.": (
        "Der Vorführverein wird noch gefüllt; die Seiten wachsen dabei."
    ),
    "The demo club is complete: {words}.": "Der Vorführverein ist vollständig: {words}.",
    "The demo club is not complete; the next start goes on with it. {why}": (
        "Der Vorführverein ist nicht vollständig; der nächste Start macht weiter. {why}"
    ),
    "Worker and clock run too: what is computed in the background comes by itself.": (
        "Worker und Taktgeber laufen auch: Was im Hintergrund gerechnet wird, kommt von selbst."
    ),
    "Mail to {to}: {subject}": "E-Mail an {to}: {subject}",
    # --- what fails -------------------------------------------------------------------------
    "{name} has ended (code {code}).": "{name} hat sich beendet (Code {code}).",
    "see its log: {file}. The last lines:\n{lines}": (
        "In sein Protokoll sehen: {file}. Die letzten Zeilen:\n{lines}"
    ),
    "{what} does not answer after {seconds} seconds.": (
        "{what} antwortet nach {seconds} Sekunden noch nicht."
    ),
    "see the logs: {files}.": "In die Protokolle sehen: {files}.",
    "see the log: {file}.": "In das Protokoll sehen: {file}.",
    "without a word": "ohne ein Wort",
    "“manage.py {command}” failed: {reason}": "„manage.py {command}“ ist gescheitert: {reason}",
    "The start page answers with the error {code}.": (
        "Die Startseite antwortet mit dem Fehler {code}."
    ),
    # --- the own network --------------------------------------------------------------------
    """Other devices in this network reach it without encryption (http):
  · Whoever reads along in the same Wi-Fi sees what phones log in with and type. So only at home.
  · HTTPS is needed only for: installing it as an app, going on without a network (service
    worker), passkeys. How to come by it: docs/running.md, “In your own network”.
  · One can log in by a click on this machine alone; elsewhere with the code that appears here.
    If a phone does not get through, mostly this machine's firewall blocks the port.""": (
        """Andere Geräte in diesem Netz erreichen es ohne Verschlüsselung (http):
  · Wer im selben WLAN mitliest, sieht Logins und Eingaben der Handys. Also nur im eigenen.
  · HTTPS verlangen nur: als App installieren, ohne Netz weiterschreiben (Service Worker), Passkeys.
    Wie man dazu kommt: docs/running.md, „In your own network“.
  · Mit einem Klick einloggen kann man sich nur an diesem Rechner; anderswo mit dem Code, der hier
    erscheint. Kommt ein Handy nicht durch, sperrt meist die Firewall dieses Rechners den Port."""
    ),
    "This machine is in no network in which others could reach it.": (
        "Dieser Rechner ist in keinem Netz, in dem ihn andere erreichen könnten."
    ),
    "connect Wi-Fi or a cable, or start without --lan.": (
        "WLAN oder Kabel verbinden, oder ohne --lan starten."
    ),
    "{address} is no address of a private network, anybody could come by.": (
        "Die Adresse {address} ist keine eines eigenen Netzes, dort käme jeder vorbei."
    ),
    "start without --lan; for a club on the internet see docs/running.md.": (
        "Ohne --lan starten; für einen Club im Internet gilt docs/running.md."
    ),
    # --- PostgreSQL, Redis, Chromium --------------------------------------------------------
    "There is no PostgreSQL.": "Es fehlt ein PostgreSQL.",
    "install one (Debian: apt-get install postgresql) or set DATABASE_URL.": (
        "Installiere eines (Debian: apt-get install postgresql) oder setze DATABASE_URL."
    ),
    "PostgreSQL cannot be set up.": "PostgreSQL lässt sich nicht einrichten.",
    "PostgreSQL does not create the database.": "PostgreSQL legt die Datenbank nicht an.",
    "PostgreSQL does not run as root, and {user} cannot reach {data}.": (
        "PostgreSQL läuft nicht als root, und {user} kommt nicht an {data}."
    ),
    "put the project outside of a locked folder, do not start as root, or set DATABASE_URL.": (
        "Das Projekt außerhalb eines verschlossenen Ordners ablegen, nicht als root starten "
        "oder DATABASE_URL setzen."
    ),
    "There is no Redis.": "Es fehlt ein Redis.",
    "install one (Debian: apt-get install redis-server) or set REDIS_URL.": (
        "Installiere eines (Debian: apt-get install redis-server) oder setze REDIS_URL."
    ),
    "The browser tests lack Chromium.": "Für die Browsertests fehlt Chromium.",
    "CHROMIUM points to {path}, and no program lies there.": (
        "CHROMIUM zeigt auf {path}, dort liegt kein Programm."
    ),
    "set CHROMIUM to a Chromium, or leave the variable out.": (
        "Setze CHROMIUM auf einen Chromium oder lass die Variable weg."
    ),
    "install it (Debian: apt-get install chromium) or set CHROMIUM to its path.": (
        "Installiere es (Debian: apt-get install chromium) oder setze CHROMIUM auf seinen Pfad."
    ),
    "Chromium is missing; npm fetches it …": "Chromium fehlt; es wird mit npm geholt …",
    "The browser tests lack Chromium, and npm could not fetch one.": (
        "Für die Browsertests fehlt Chromium, und npm konnte keinen holen."
    ),
    # --- checks and benchmarks --------------------------------------------------------------
    "mypy: types": "mypy: Typen",
    "ruff: format": "ruff: Form",
    "ruff: rules": "ruff: Regeln",
    "import contracts": "Importverträge",
    "Django in production": "Django im Betrieb",
    "migrations": "Migrationen",
    "djlint: templates": "djlint: Vorlagen",
    "templates load": "Vorlagen laden",
    "translations": "Übersetzungen",
    "voice of docstrings": "Stimme der Docstrings",
    "FAULT": "FEHLER",
    "… and {number} lines more in {file}": "… und {number} Zeilen mehr in {file}",
    "Not in order: {names} ({took})": "Nicht in Ordnung: {names} ({took})",
    "All {number} checks in order ({took})": "Alle {number} Prüfungen in Ordnung ({took})",
    "No script in bench/ is called {name}.": "In bench/ liegt kein Skript namens {name}.",
    "there are: {names}.": "Es gibt: {names}.",
    "bench/results.md holds every figure in its full size.": (
        "bench/results.md enthält jede Zahl in voller Größe."
    ),
    "leave out --small and the name, or leave out --all.": (
        "--small und den Namen weglassen, oder --all weglassen."
    ),
    "Did not run to the end: {names}.": "Nicht zu Ende gelaufen: {names}.",
    "see what stands above.": "Siehe die Ausgabe oben.",
    # --- the suite ----------------------------------------------------------------------------
    "Checks": "Prüfungen",
    "DATABASE_URL does not point to PostgreSQL.": "DATABASE_URL zeigt nicht auf PostgreSQL.",
    "Leave the variable out; SQLite is tested anyway.": (
        "Die Variable weglassen; SQLite wird ohnehin geprüft."
    ),
    "{program} does not run: {reason}": "{program} läuft nicht: {reason}",
    "Check DATABASE_URL, REDIS_URL and CHROMIUM, or leave them out.": (
        "DATABASE_URL, REDIS_URL und CHROMIUM prüfen oder weglassen."
    ),
    "Tests on PostgreSQL {version}, Redis {redis}, order {seed}": (
        "Tests auf PostgreSQL {version}, Redis {redis}, Reihenfolge {seed}"
    ),
    "Tests on SQLite {version}, files for Redis, order {seed}": (
        "Tests auf SQLite {version}, Dateien statt Redis, Reihenfolge {seed}"
    ),
    "What ran": "Was lief",
    "all right": "in Ordnung",
    "NOT all right": "NICHT in Ordnung",
    "{passed} passed, {failed} did not, {took}, {verdict}": (
        "{passed} bestanden, {failed} nicht, {took}, {verdict}"
    ),
    "Only the quick share on SQLite (--fast): no checks, services and browser.": (
        "Nur die schnelle Auswahl auf SQLite (--fast): ohne Prüfungen, Dienste und Browser."
    ),
    "The checks did not run (--no-check).": "Die Prüfungen liefen nicht (--no-check).",
    "The other database did not run (--only {name}).": (
        "Die andere Datenbank lief nicht (--only {name})."
    ),
    "{took} in all": "{took} zusammen",
    "processor: {took}, as long as {times} times {loop} of this Python": (
        "Prozessor: {took}, so lange wie {times}-mal {loop} mit diesem Python"
    ),
}
