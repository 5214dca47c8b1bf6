"""Test the tag that draws the icons."""

from league.templatetags.icons import icon


def test_an_icon_is_drawn_once_a_process():
    assert icon("check", 22) is icon("check", 22)
    assert 'width="22"' in icon("check", 22)
    assert 'aria-hidden="true"' in icon("check", 22)
