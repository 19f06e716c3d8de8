"""Docstrings and pages run, and stubs match the module."""

import doctest
import importlib
import inspect
import re
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

import cardsharp

ROOT = Path(__file__).parents[3]


def documented():
    """Yields all public names that have a docstring."""
    yield "cardsharp", cardsharp.__doc__
    for name in cardsharp.__all__:
        thing = getattr(cardsharp, name)
        yield name, thing.__doc__
        if inspect.isclass(thing):
            for member, value in vars(thing).items():
                if not member.startswith("_") and getattr(value, "__doc__", None):
                    yield f"{name}.{member}", value.__doc__


@pytest.mark.parametrize(("name", "text"), [pytest.param(*pair, id=pair[0]) for pair in documented()])
def test_a_docstring_tells_the_truth(name, text):
    assert text and text.strip(), f"{name} is documented"
    test = doctest.DocTestParser().get_doctest(text, {"cardsharp": cardsharp}, name, None, 0)
    flags = doctest.ELLIPSIS | doctest.IGNORE_EXCEPTION_DETAIL
    assert doctest.DocTestRunner(optionflags=flags).run(test).failed == 0


@pytest.mark.parametrize("name", ["cluster", "drawing", "gymnasium", "nets", "open_spiel", "packing", "painting", "pettingzoo", "players"])
def test_the_docstrings_of_a_module_tell_the_truth(name):
    module = importlib.import_module(f"cardsharp.{name}")
    assert module.__doc__
    assert doctest.testmod(module, extraglobs={"cardsharp": cardsharp}).failed == 0
    for member, value in vars(module).items():
        if not member.startswith("_") and getattr(value, "__module__", None) == module.__name__:
            assert value.__doc__, member


def test_a_free_threaded_python_is_refused(monkeypatch):
    monkeypatch.setattr(sysconfig, "get_config_var", lambda name: int(name == "Py_GIL_DISABLED"))
    with pytest.raises(ImportError, match="free-threaded"):
        importlib.reload(cardsharp)


def test_everything_public_is_documented():
    for name in cardsharp.__all__:
        thing = getattr(cardsharp, name)
        assert thing.__doc__, name
        if inspect.isclass(thing) and not issubclass(thing, Exception):
            for member, value in vars(thing).items():
                if not member.startswith("_"):
                    assert getattr(value, "__doc__", None), f"{name}.{member}"


@pytest.mark.parametrize("page", ["README.md", "docs/guide/python.md", "crates/python/README.md"])
def test_what_a_page_shows_works_as_printed(page):
    text = (ROOT / page).read_text(encoding="utf-8")
    blocks = re.findall(r"^```python\n(.*?)^```$", text, flags=re.MULTILINE | re.DOTALL)
    assert blocks, page
    names = {}
    for block in blocks:
        exec(compile(block, page, "exec"), names)


def run(*command):
    done = subprocess.run([sys.executable, "-m", *command], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_package_is_typed():
    run("mypy", "--strict", "-p", "cardsharp")


def test_the_stubs_are_those_of_the_module():
    run("mypy.stubtest", "cardsharp._cardsharp", "--ignore-missing-stub")
