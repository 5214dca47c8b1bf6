"""Test the folder that rings if Redis is missing."""

import json
import sys

from config.celery import app


def test_a_message_is_never_seen_half(tmp_path):
    """A worker that looked between a message's name and its content ended with the whole run."""
    folder = str(tmp_path)
    options = {"data_folder_in": folder, "data_folder_out": folder, "control_folder": folder}
    with app.connection_for_write("filesystem://", transport_options=options) as broker:
        channel = broker.default_channel
        seen = []

        def look(*_):
            seen.extend(path.read_text() for path in tmp_path.glob("*.bell.msg"))

        sys.setprofile(look)  # after each call on the way
        try:
            channel._put("bell", {"number": 7})
        finally:
            sys.setprofile(None)
        assert channel._get("bell") == {"number": 7}
    assert {text and json.loads(text)["number"] for text in seen} == {7}
