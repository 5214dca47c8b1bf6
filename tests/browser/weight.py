"""What a visit costs: the bytes that come over the wire until the network is quiet."""

import gzip

from playwright.sync_api import Page, Response


class Visit:
    """Listens to a page from now on.

    Static files are sent compressed, by WhiteNoise, and pages as they are.
    """

    def __init__(self, page: Page) -> None:
        self.answers: list[Response] = []
        self.loud: list[str] = []  # what the console said
        page.on("response", lambda answer: self.answers.append(answer))
        page.on("console", lambda message: self.loud.append(message.text))
        page.on("pageerror", lambda error: self.loud.append(str(error)))

    def sent(self, part: str = "") -> int:
        """Bytes of the answers whose address holds this part."""
        answers = [answer for answer in self.answers if part in answer.url]

        return sum(_sent(answer) for answer in answers)


def _sent(answer: Response) -> int:
    body = answer.body()
    return len(gzip.compress(body)) if "/static/" in answer.url else len(body)
