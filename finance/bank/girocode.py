"""The code that a banking app reads: who gets how much, and with which reference (EPC069-12).

Pure. Drawn as SVG, dark on light on every screen and on paper.
"""

from decimal import Decimal
from io import BytesIO

from segno.helpers import make_epc_qr


def giro_code(*, holder: str, iban: str, bic: str, cents: int, reference: str) -> str:
    """Draw the code, for an amount above zero. The IBAN has to be checked before."""
    code = make_epc_qr(
        name=holder,
        iban=iban,
        bic=bic or None,
        amount=Decimal(cents) / 100,
        text=reference,
        encoding="utf-8",
    )
    drawn = BytesIO()
    code.save(
        drawn, kind="svg", xmldecl=False, svgns=True, omitsize=True, light="#fff", svgclass="qr"
    )
    return drawn.getvalue().decode().strip()
