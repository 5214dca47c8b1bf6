"""A format as a file to keep, to send and to read: TOML, as the templates are written."""

import re
import tomllib
from collections.abc import Mapping, Sequence
from typing import Any

from .block import CRITERIA, TIES, Block
from .errors import FormatError
from .format import Format
from .who import MOST_BLOCKS

LARGEST_FILE = 64 * 1024  # bytes: the longest template has a tenth of it
_BARE = re.compile(r"[A-Za-z0-9_-]+\Z")


def written(format: Format) -> str:
    """Write the whole format; default values are left out. `read` of it is the same format."""
    data = format.to_dict()
    lines = [_pair(key, data[key]) for key in ("slug", "name", "source") if key in data]
    if format.rulebook is not None:
        lines.append(_pair("rulebook", format.rulebook))
    if format.team is not None:
        lines += ["", "[team]", *(_pair(key, value) for key, value in data["team"].items())]
    for fit in data["fits"]:
        lines += ["", "[[fits]]", *(_pair(key, fit[key]) for key in fit if fit[key] not in ([], 0))]
    for block in format.blocks:
        lines += ["", "[[blocks]]", *_block(block)]
    return "\n".join(lines) + "\n"


def _block(block: Block) -> list[str]:
    """Write the settings of a block that are not the usual ones, and those without which it is
    none.
    """
    ties = CRITERIA if block.scoring.lives else TIES
    usual = Block(block.name, block.who, block.scoring, ties=ties).to_dict()
    return [
        _pair(key, _short(key, value))
        for key, value in block.to_dict().items()
        if key in ("name", "who", "scoring") or value != usual.get(key)
    ]


def _short(key: str, value: Any) -> Any:
    if key not in ("who", "scoring", "advance") or not isinstance(value, Mapping):
        return value
    usual: dict[str, Any] = {
        "better": "more",
        "together": "share",
        "life_per": "game",
        "leave": 1,
        "springer": "mean",
    }
    return {
        name: item
        for name, item in value.items()
        if item != usual.get(name) and (item not in (0, [], {}) or name == "kind")
    }


def _pair(key: str, value: Any) -> str:
    return f"{key if _BARE.match(key) else _string(key)} = {_value(value)}"


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, Mapping):
        return "{ " + ", ".join(_pair(str(key), item) for key, item in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(_value, value)) + "]"
    return _string(str(value))


def _string(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + "".join(c if c.isprintable() else f"\\U{ord(c):08X}" for c in escaped) + '"'


def read(content: bytes, name: str = "-") -> Format:
    """Read a format out of a file; `name` if it says none. Its blocks need not make an event.

    Raises FormatError: `file_too_large`, `file_no_text`, `file_no_toml` with the `line`,
    `too_many_blocks`, and what `Format.from_dict` raises, with the `line` if it can be said.
    """
    if len(content) > LARGEST_FILE:
        raise FormatError("file_too_large", most=LARGEST_FILE // 1024)
    try:
        text = content.decode("utf-8-sig")
        data = tomllib.loads(text)
    except UnicodeDecodeError:
        raise FormatError("file_no_text") from None
    except ValueError as error:  # TOMLDecodeError, and numbers of thousands of digits
        at = re.search(r"line (\d+)", str(error))
        line = int(at[1]) if at else text.count("\n") + 1
        raise FormatError("file_no_toml", line=line) from None
    except RecursionError:  # brackets in brackets without end
        raise FormatError("file_no_toml", line=1) from None
    blocks = data.get("blocks")
    if isinstance(blocks, list) and len(blocks) > MOST_BLOCKS:
        raise FormatError("too_many_blocks", most=MOST_BLOCKS)
    usual = {"slug": "own", "name": name, "source": name}
    typed_tables = {key: value for key, value in data.items() if key != "description"}
    try:
        format = Format.from_dict({**usual, **typed_tables})
    except FormatError as error:
        place = str(error.data.get("where") or _wrong_block(blocks))
        key = str(error.data.get("key") or _KEYS.get(error.code, ""))
        line = _line(text.splitlines(), place, key)
        raise FormatError(error.code, **{**error.data, "line": line}) from None
    if not format.blocks:
        raise FormatError("no_blocks")
    for number, block in enumerate(format.blocks, 1):
        for of in block.who.blocks:
            if of > len(format.blocks):
                line = _line(text.splitlines(), f"format.blocks[{number}]", "who")
                raise FormatError("block_refers_ahead", block=number, of=of, line=line)
    return format


# In which setting of a block a refusal lies that names none.
_KEYS = {
    "advance_number": "advance",
    "exits_do_not_fit": "scoring",
    "exits_out_of_order": "scoring",
    "games_missing": "games",
    "lives_missing": "scoring",
    "place_points_need_more": "scoring",
    "place_points_out_of_order": "scoring",
    "scoring_counts_nothing": "scoring",
    "source_places": "who",
    "table_sizes_invalid": "tables",
    "who_of_which_block": "who",
    "wildcards_beside_tables_only": "advance",
}


def _wrong_block(blocks: Any) -> str:
    """Return the first block that is refused, as a reader calls it."""
    for number, block in enumerate(blocks if isinstance(blocks, list) else (), 1):
        try:
            Block.from_dict(block)
        except FormatError:
            return f"format.blocks[{number}]"
    return ""


def _line(lines: Sequence[str], place: str, key: str) -> int:
    """Return the line of a part in the file: that of its key, or of what it is a part of."""
    start, end = 0, len(lines)
    if part := re.match(r"format\.(blocks|fits)\[(\d+)\]", place):
        header = f"[[{part[1]}]]"
        heads = [at for at, line in enumerate(lines) if line.strip().startswith(header)]
        if int(part[2]) <= len(heads):
            start = heads[int(part[2]) - 1]
            end = next((at for at in heads if at > start), end)
    for word in (key, place.rpartition(".")[2].partition("[")[0]):
        for at in range(start, end if word else start):
            if re.search(rf"(^|[\s{{,.\[]){re.escape(word)}\s*[=.\]]", lines[at].partition("#")[0]):
                return at + 1
    return start + 1
