"""What an installation must have: our packages and nobody else's of the same names, commands, backends, data."""

import subprocess
import sys
import sysconfig
import tomllib
from importlib.metadata import entry_points, packages_distributions, version
from importlib.resources import files
from pathlib import Path

import pytest

from flexarm.backend import Backend

PROJECT = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text(encoding="utf-8"))
PACKAGES = ("flexarm", "exact", "assumed_modes", "fem", "compare")


def test_the_wheel_holds_the_five_packages():
    assert tuple(PROJECT["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"]) == PACKAGES


@pytest.mark.parametrize("package", PACKAGES)
def test_no_other_distribution_provides_our_packages(package):
    strangers = set(packages_distributions().get(package, ())) - {"flexarm"}
    assert not strangers, (
        f"the package {package!r} is also provided by {', '.join(sorted(strangers))}, and one hides the other: "
        "install flexarm into an environment of its own"
    )


@pytest.mark.parametrize("package", PACKAGES)
def test_packages_are_ours(package):
    """A package of the same name may come first on the path though no distribution owns it."""
    here, flexarm = Path(str(files(package))), Path(str(files("flexarm")))
    assert here.parent == flexarm.parent, f"{package!r} is imported from {here}, not from beside {flexarm}"


def test_version():
    assert version("flexarm") == PROJECT["project"]["version"], "reinstall: the metadata are those of another version"


def test_backends_are_entry_points():
    found = {entry.name: entry for entry in entry_points(group="flexarm.backends")}
    assert found.keys() >= {"exact", "assumed_modes", "fem"}
    for name in ("exact", "assumed_modes", "fem"):
        backend = found[name].load()
        assert issubclass(backend, Backend)
        assert backend.name == name


def test_the_console_script_is_installed():
    (script,) = entry_points(group="console_scripts", name="flexarm")
    assert callable(script.load())
    folder = Path(sysconfig.get_path("scripts"))
    assert any((folder / name).is_file() for name in ("flexarm", "flexarm.exe"))


def test_describing_an_arm_needs_no_numpy():
    code = "import sys, flexarm; flexarm.example('double-link'); print({'numpy', 'xarray'} & sys.modules.keys())"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"


def test_data_files_are_there():
    assert (files("compare") / "flexarm.mplstyle").is_file()
    assert any(entry.name.endswith(".toml") for entry in (files("flexarm") / "arms").iterdir())
