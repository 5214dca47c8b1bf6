"""Broker in a folder: kombu's own, but a message appears in it only when it is complete.

kombu opens a message under its name and writes it afterwards. A worker that looks in between reads
nothing, and ends.
"""

import os
from time import monotonic
from typing import Any
from uuid import uuid4

from kombu.transport import filesystem
from kombu.utils.json import dumps


class Channel(filesystem.Channel):
    # Above it the same argument has another name, which mypy would have kept.
    def _put(  # type: ignore[override]
        self, queue: str, payload: dict[str, Any], **kwargs: Any
    ) -> None:
        # Taken by name, so the oldest goes first; a file of another ending is no message.
        name = f"{round(monotonic() * 1000)}_{uuid4()}.{queue}.msg"
        path = os.path.join(self.data_folder_out, name)
        with open(f"{path}.new", "w", encoding="utf-8") as file:
            file.write(dumps(payload))
        os.replace(f"{path}.new", path)


class Transport(filesystem.Transport):
    Channel = Channel
