"""The course: every block of code runs, and both languages teach the same code."""

import doctest
import pathlib
import re

import pytest

COURSE = pathlib.Path(__file__).parents[3] / "docs" / "course"
LESSONS = sorted(path.name.split(".")[0] for path in COURSE.glob("[0-9]*.zh-CN.md"))


def blocks(path):
    return re.findall(r"^```python\n(.*?)^```$", path.read_text(encoding="utf-8"), flags=re.M | re.S)


def test_there_are_six_lessons_in_both_languages():
    assert len(LESSONS) == 6
    for name in LESSONS:
        english, chinese = blocks(COURSE / f"{name}.md"), blocks(COURSE / f"{name}.zh-CN.md")
        assert len(english) >= 4 and english == chinese, name
        # Nothing that looks like code stands outside the blocks that run.
        for suffix in ("", ".zh-CN"):
            text = (COURSE / f"{name}{suffix}.md").read_text(encoding="utf-8")
            assert text.count("```") == 2 * len(english), name


@pytest.mark.parametrize("suffix", ["", ".zh-CN"])
def test_every_lesson_has_a_figure_of_the_laboratory_and_its_address(suffix):
    for number, name in enumerate(LESSONS, 1):
        text = (COURSE / f"{name}{suffix}.md").read_text(encoding="utf-8")
        assert f"(../pictures/course-{number}{suffix}.png)" in text and "`/lab?game=" in text, name
        assert (COURSE.parent / "pictures" / f"course-{number}{suffix}.png").stat().st_size > 5_000


@pytest.mark.parametrize("name", LESSONS)
def test_every_block_runs(name):
    outcome = doctest.testfile(str(COURSE / f"{name}.md"), module_relative=False, encoding="utf-8")
    assert outcome.attempted > 10 and outcome.failed == 0
