"""The bill of materials of the locked packages, and advisories about them, by `dev.py`."""

import json
import re
import zipfile

import pytest

from workshop import lock, main

LOCK = f"""Some_Package[extra]==2.4.1 ; python_full_version < '3.12' \\
    --hash=sha256:{"a" * 64} \\
    --hash=sha256:{"b" * 64}
other==1.0 \\
    --hash=sha256:{"c" * 64}
"""


@pytest.fixture(autouse=True)
def _locked(monkeypatch, tmp_path):
    monkeypatch.setattr(lock, "LOCKED", tmp_path / "run.txt")
    lock.LOCKED.write_text(LOCK)


def record(*events, versions=(), name="some.package", **more):
    span = {"type": "ECOSYSTEM", "events": [dict([event]) for event in events]}
    package = {"ecosystem": "PyPI", "name": name}
    affected = {"package": package, "ranges": [span], "versions": list(versions)}
    return {"id": "PYSEC-2026-1", "summary": "Reads too much", "affected": [affected], **more}


def asked(capsys, source):
    ended = main.main(["advisories", str(source)])
    return ended, capsys.readouterr()


def test_the_bill_names_each_package_with_its_files(capsys):
    assert main.main(["bill"]) == 0
    bill = json.loads(capsys.readouterr().out)
    assert (bill["bomFormat"], bill["specVersion"]) == ("CycloneDX", "1.5")
    first, second = bill["components"]
    assert first["purl"] == "pkg:pypi/some-package@2.4.1"
    assert [digest["content"] for digest in first["hashes"]] == ["a" * 64, "b" * 64]
    assert (second["name"], second["version"]) == ("other", "1.0")


def test_the_own_lock_is_read_whole():
    text = (lock.ROOT / "requirements" / "run.txt").read_text()
    locked = lock.packages(text)
    assert len(locked) == len(re.findall(r"^\S+==", text, re.MULTILINE)) > 0
    assert sum(len(package.sums) for package in locked) == text.count("--hash=sha256:")


@pytest.mark.parametrize(
    ("told", "is_found"),
    [
        (record(("introduced", "0")), True),
        (record(("introduced", "0"), ("fixed", "2.4.1")), False),
        (record(("introduced", "0"), ("fixed", "2.4.10")), True),
        (record(("introduced", "2.5")), False),
        (record(("introduced", "2.4"), ("last_affected", "2.4.1.0")), True),
        (record(("introduced", "1"), ("fixed", "2"), ("introduced", "2.4"), ("fixed", "3")), True),
        (record(versions=["2.4.1"]), True),
        (record(versions=["2.4.2"]), False),
        (record(("introduced", "0"), name="unknown"), False),
        (record(("introduced", "0"), withdrawn="2026-01-01T00:00:00Z"), False),
    ],
)
def test_an_advisory_is_found_by_name_and_version(capsys, tmp_path, told, is_found):
    source = tmp_path / "record.json"
    source.write_text(json.dumps(told))
    ended, said = asked(capsys, source)
    assert ended == int(is_found)
    assert ("some-package 2.4.1: PYSEC-2026-1 Reads too much" in said.out) == is_found


def test_advisories_come_in_a_folder_a_list_or_an_archive(capsys, tmp_path):
    folder = tmp_path / "folder"
    folder.mkdir()
    text = json.dumps([record(("introduced", "0"))])
    (folder / "all.json").write_text(text)
    archive = tmp_path / "all.zip"
    with zipfile.ZipFile(archive, "w") as made:
        made.writestr("PYSEC-2026-1.json", text)
    for source in (folder, folder / "all.json", archive):
        assert asked(capsys, source)[0] == 1


def test_what_holds_no_advisory_is_said_in_a_sentence(capsys, tmp_path):
    source = tmp_path / "notes.txt"
    source.write_text("not JSON")
    ended, said = asked(capsys, source)
    assert ended == 1
    assert "notes.txt" in said.err
    source.write_text("{}")
    ended, said = asked(capsys, source)
    assert ended == 1
    assert "notes.txt" in said.err
