"""Unpacks the Chromium of npm's package. Runs inside `.venv`, where brotli is."""

import io
import sys
import tarfile
from pathlib import Path

# The package brings the libraries and fonts that a bare container lacks.
START = """#!/bin/sh
here={folder}
export LD_LIBRARY_PATH="$here/al2023/lib:$here/swiftshader:$LD_LIBRARY_PATH"
export FONTCONFIG_PATH="$here/fonts"
exec "$here/chromium.bin" "$@"
"""


def main(folder: Path) -> None:
    import brotli

    packed = folder / "node_modules" / "@sparticuz" / "chromium" / "bin"
    for name in ("fonts", "swiftshader", "al2023"):
        content = brotli.decompress((packed / f"{name}.tar.br").read_bytes())
        with tarfile.open(fileobj=io.BytesIO(content)) as archive:
            archive.extractall(folder / name, filter="data")
    program = folder / "chromium.bin"
    program.write_bytes(brotli.decompress((packed / "chromium.br").read_bytes()))
    program.chmod(0o755)
    start = folder / "chromium"
    start.write_text(START.format(folder=f"'{folder}'"))
    start.chmod(0o755)


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve())
