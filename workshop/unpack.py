"""Unpack the Chromium of npm's package. Runs inside `.venv`, where brotli is."""

import io
import sys
import tarfile
from pathlib import Path

# The package brings the libraries and a font, which a bare container lacks.
START = """#!/bin/sh
export LD_LIBRARY_PATH='{folder}/al2023/lib':"$LD_LIBRARY_PATH"
export FONTCONFIG_FILE='{folder}/fonts.conf'
exec '{folder}/chromium.bin' "$@"
"""
FONTS = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>/usr/share/fonts</dir>
  <dir>{folder}/fonts</dir>
  <cachedir>{folder}/fonts-cache</cachedir>
</fontconfig>
"""
# Where each archive goes; the drawing libraries are looked for beside the program.
ARCHIVES = {"fonts": "fonts", "al2023": "al2023", "swiftshader": "."}


def main(folder: Path) -> None:
    import brotli

    packed = folder / "node_modules" / "@sparticuz" / "chromium" / "bin"
    for name, target in ARCHIVES.items():
        content = brotli.decompress((packed / f"{name}.tar.br").read_bytes())
        with tarfile.open(fileobj=io.BytesIO(content)) as archive:
            archive.extractall(folder / target, filter="data")
    program = folder / "chromium.bin"
    program.write_bytes(brotli.decompress((packed / "chromium.br").read_bytes()))
    program.chmod(0o755)
    (folder / "fonts.conf").write_text(FONTS.format(folder=folder))
    start = folder / "chromium"
    start.write_text(START.format(folder=folder))
    start.chmod(0o755)


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve())
