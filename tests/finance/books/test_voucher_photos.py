"""Photos of receipts that not every browser shows: kept as they came, shown as a JPEG."""

import io
from datetime import date
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from PIL import Image
from pillow_heif import from_pillow

from finance.books import papers, voucher_files, voucher_pictures
from finance.books.models.vouchers import Voucher
from finance.books.services.vouchers import Upload, attach
from tests.finance.club import DAY, NOW, TODAY, client_id
from tests.finance.pages import hidden, text, url

pytestmark = [pytest.mark.once, pytest.mark.django_db]


def _taken(width: int = 60, height: int = 40) -> Any:
    """Return a photo held upright, and its EXIF: the file lies on its side and says where it was
    taken.
    """
    photo = Image.new("RGB", (width, height), "white")
    photo.putpixel((0, 0), (0, 0, 0))
    seen = Image.Exif()
    seen[0x0112] = 6  # turn it by a quarter
    seen[0x010F] = "Phone of the Treasurer"
    return photo, seen


def heic(width: int = 60, height: int = 40) -> bytes:
    photo, seen = _taken(width, height)
    made = io.BytesIO()
    from_pillow(photo).save(made, exif=seen.tobytes())
    return made.getvalue()


def webp() -> bytes:
    photo, seen = _taken()
    made = io.BytesIO()
    photo.save(made, "WEBP", lossless=True, exif=seen)
    return made.getvalue()


@pytest.fixture(scope="module")
def photo() -> bytes:
    return heic()


@pytest.fixture
def voucher(kim: Any, pay: Any, photo: bytes) -> Voucher:
    """Return the voucher of a booking, to which the worker has not come yet."""
    booking = pay("robin", 500, day=DAY).transaction
    paper = Upload("IMG_0815.HEIC", photo)
    return attach(booking=booking, paper=paper, client_id=client_id(), by=None, now=NOW).voucher


def test_a_phones_photo_is_known_by_its_content(photo: bytes) -> None:
    assert papers.media_type(photo) == "image/heic"
    assert papers.media_type(webp()) == "image/webp"
    assert papers.media_type(photo[:-1]) == ""  # it broke off
    assert papers.media_type(photo.replace(b"mdat", b"free", 1)) == ""
    assert papers.media_type(b"\x00\x00\x00\x18ftypmp42" + photo[12:]) == ""


@pytest.mark.parametrize("taken", [heic, webp])
def test_it_is_shown_upright_and_without_what_the_phone_wrote_into_it(taken: Any) -> None:
    made = voucher_pictures.as_jpeg(taken())
    assert made is not None
    with Image.open(io.BytesIO(made)) as shown:
        assert (shown.format, shown.size) == ("JPEG", (40, 60))
        assert not shown.getexif()
    assert b"Treasurer" not in made


def test_a_large_one_is_shown_smaller_and_one_that_fills_the_memory_not_at_all(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(voucher_pictures, "LONGEST", 30)
    made = voucher_pictures.as_jpeg(heic())
    assert made is not None
    with Image.open(io.BytesIO(made)) as shown:
        assert shown.size == (20, 30)
    monkeypatch.setattr(papers, "MOST_PIXELS", 1000)
    assert voucher_pictures.as_jpeg(heic()) is None


def test_the_page_waits_for_the_picture_and_then_shows_it(
    kim: Any, voucher: Voucher, photo: bytes
) -> None:
    page, picture = url("voucher", voucher.pk), url("voucher_picture", voucher.pk)
    assert "wird zum Zeigen vorbereitet" in text(kim.get(page))
    assert kim.get(picture).status_code == 404
    voucher_pictures.make_picture(voucher.sha256)
    assert picture in kim.get(page).content.decode()
    shown = kim.get(picture)
    assert (shown["Content-Type"], shown.content[:3]) == ("image/jpeg", b"\xff\xd8\xff")
    assert "sandbox" in shown["Content-Security-Policy"]
    assert "inline" in shown["Content-Disposition"]
    response = kim.get(url("voucher_file", voucher.pk))
    assert (response["Content-Type"], response.content) == ("image/heic", photo)
    assert "attachment" in response["Content-Disposition"]


def test_a_photo_that_nobody_can_read_is_kept_and_says_so(kim: Any, pay: Any) -> None:
    box = b"\x00\x00\x00\x10%s12345678"
    torn = b"\x00\x00\x00\x10ftypheic0000" + box % b"meta" + box % b"mdat"
    booking = pay("robin", 500, day=date(2026, 3, 6)).transaction
    paper = Upload("IMG_1.heic", torn)
    made = attach(booking=booking, paper=paper, client_id=client_id(), by=None, now=NOW)
    voucher_pictures.make_picture(made.voucher.sha256)
    assert "lässt sich hier nicht zeigen" in text(kim.get(url("voucher", made.voucher.pk)))
    assert voucher_files.content_of(made.voucher.sha256) == torn
    assert kim.get(url("voucher_picture", made.voucher.pk)).status_code == 404


# --- shared into the app --------------------------------------------------------------------------
def shares(browser: Any, content: bytes, site: str = "none", name: str = "bon.heic") -> Any:
    sent = {"file": SimpleUploadedFile(name, content)}
    return browser.post(url("shared_receipt"), sent, headers={"sec-fetch-site": site})


def test_the_installed_app_takes_photos_and_pdfs(client: Any) -> None:
    assert 'rel="manifest"' in client.get("/").content.decode()
    response = client.get("/app.webmanifest")
    assert response["Content-Type"] == "application/manifest+json"
    target = response.json()["share_target"]
    assert (target["action"], target["method"]) == (url("shared_receipt"), "POST")
    assert [icon["sizes"] for icon in response.json()["icons"]][::2] == ["192x192", "512x512"]


def test_a_shared_photo_waits_in_the_expenses_form(kim: Any, pay: Any, photo: bytes) -> None:
    pay("robin", 5000)
    answer = shares(kim, photo)
    page = kim.get(answer.url)
    assert "Beleg bon.heic ist da." in text(page)
    sent = {name: hidden(page, name) for name in ("client_id", "waiting")}
    sent |= {"amount": "12,50", "text": "Chips", "account": "drinks", "paid_from": "cash"}
    done = kim.post(url("expense"), sent | {"day": TODAY.isoformat()})
    assert done.status_code == 302, text(done)
    assert Voucher.objects.get().media_type == "image/heic"


def test_what_is_no_receipt_is_named(kim: Any) -> None:
    assert "Das kann kein Beleg sein" in text(kim.get(shares(kim, b"Hallo").url))


def test_only_the_phone_itself_shares(kim: Any, as_: Any, photo: bytes) -> None:
    assert shares(kim, photo, site="cross-site").status_code == 403
    assert shares(as_("robin"), photo).status_code == 404
    assert shares(Client(), photo).url.startswith("/anmelden/")
