"""Test static files in production: no script is mixed from two versions, and none is missing."""

import re
from pathlib import Path

import pytest

from config import bundles
from config.bundles import BundleError

ROOT = Path(__file__).parent.parent
SCRIPTS = ROOT / "static" / "js"
ASKED = re.compile(r"""(?:\bfrom |\bimport\()"(\.[^"]+)""")


def read(name: str) -> str:
    return (SCRIPTS / name).read_text()


@pytest.mark.slow
def test_what_a_served_script_imports_is_named_by_its_content_and_there(collected):
    scripts = list((collected["STATIC_ROOT"] / "js").rglob("*.js"))
    imported = [(script, name) for script in scripts for name in ASKED.findall(script.read_text())]
    assert len(imported) >= 2
    for script, name in imported:
        assert re.search(r"\.[0-9a-f]{12}\.js$", name), (script.name, name)
        assert (script.parent / name).exists()


@pytest.mark.slow
def test_every_file_that_a_template_names_is_served(collected):
    place = collected["STATIC_ROOT"]
    served = {
        re.sub(r"\.[0-9a-f]{12}\.", ".", str(path.relative_to(place)))
        for path in place.rglob("*.*")
    }
    named = {
        name
        for page in (ROOT / "templates").rglob("*.html")
        for name in re.findall(r"{% static ['\"]([^'\"]+)", page.read_text())
    }
    assert "js/scorer.js" in named
    assert named - served == set()


def test_each_module_of_the_scorer_stands_in_one_bundle():
    made = bundles.scripts("scorer", read)
    stands = [
        match for text in made.values() for match in re.findall(r'^\$makers\["([^"]+)', text, re.M)
    ]
    assert len(stands) == len(set(stands))
    assert {f"scorer/{path.name}" for path in (SCRIPTS / "scorer").glob("*.js")} <= set(stands)


def bundled(**modules: str) -> dict[str, str]:
    """Return the files of a page that consists of these modules."""
    texts = {f"page/{name}.js": text for name, text in modules.items()}
    return bundles.scripts("page", texts.__getitem__)


@pytest.mark.parametrize(
    "text",
    [
        'import * as all from "./b.js";',
        'import "./b.js";',
        'import one from "./b.js";',
        "export default 1;",
        "export let one = 1;",
        "const one = import(name);",
        "const text = `one\ntwo`;",
        'import { up } from "../../up.js";',
    ],
)
def test_what_would_not_mean_the_same_in_a_bundle_is_refused_by_name(text):
    with pytest.raises(BundleError, match=r"page/main\.js"):
        bundled(main=text, b="export const up = 1;")


def test_a_name_that_nobody_exports_is_refused():
    with pytest.raises(BundleError, match=r"page/main\.js: page/a\.js exports no c"):
        bundled(main='import { b, c } from "./a.js";', a="export const b = 1;\n")


def test_several_constants_of_a_line_are_exported():
    text = 'export const b = ["x, y = 1", { c: 2 }], d = (e = 1, f = 2) => e, g = 3;'
    (made,) = bundled(main='import { b, d, g } from "./a.js";', a=text).values()
    assert "return { b: b, d: d, g: g };" in made


def test_a_circle_of_imports_is_refused():
    with pytest.raises(BundleError, match="circle"):
        bundled(
            main='import { a } from "./a.js";',
            a='import { b } from "./b.js";\nexport const a = 1;',
            b='import { a } from "./a.js";\nexport const b = 2;',
        )


def test_what_is_only_fetched_later_is_in_the_last_file():
    made = bundled(
        main='import { a } from "./a.js";\nimport("./c.js");',
        a="export const a = 1;",
        c='import { a } from "./a.js";\nimport { d } from "./d.js";\nexport const c = a;',
        d="export const d = 4;",
    )
    first, last = made.values()
    assert "page/a.js" in first
    assert '$makers["page/d.js"]' not in first
    assert '$makers["page/d.js"]' in last
    assert '$makers["page/a.js"]' not in last


def test_comments_are_left_out_and_texts_stay_whole():
    kept = 'const HOST = "https://example.org"; // "why"\nconst TAPS = "a; // b";\n'
    assert bundles.without_comments(kept) == kept
    assert bundles.without_comments("  // why\nrun(); // at once\n") == "run();\n"
