"""How objects show themselves, and ways into the command line."""

import re
import subprocess
import sys
from importlib.metadata import version
from xml.etree import ElementTree as ET

import flexarm
from compare.cli import main
from exact import Exact
from fem import BeamFEM
from flexarm.arm import Arm
from flexarm.examples import example, names
from flexarm.links import RigidLink
from flexarm.parts import Base, Joint

SHUTTLE = example("shuttle-free-base")


def cells(html):
    """The rows of a table in a page, as texts."""
    return [["".join(cell.itertext()) for cell in row] for row in ET.fromstring(html).iter("tr")]


def test_arms_show_themselves_in_a_line():
    assert repr(SHUTTLE) == (
        "<Arm 'Shuttle arm, all joints locked, free base': free base, 3 links, payload of 30000 kg>"
    )
    bare = Arm(Base.fixed(), (RigidLink(1.0, joint=Joint.rigid()),), name="<b>&")
    assert repr(bare) == "<Arm '<b>&': fixed base, 1 link, no payload>"
    assert all(len(repr(example(name))) < 150 for name in names())


def test_arms_show_their_parts_in_a_notebook():
    rows = dict(cells(SHUTTLE._repr_html_()))
    assert rows["base"] == "free, 70000 kg, 1e+06 kg m², first joint at [14, 0] m"
    assert list(rows) == ["base", "joint 1", "link 1", "joint 2", "link 2", "joint 3", "link 3", "payload"]
    named = Arm(Base.fixed(), (RigidLink(1.0, joint=Joint.rigid()),), name="<b>&", gravity=(0.0, -9.81))
    html = named._repr_html_()
    assert "<caption>&lt;b&gt;&amp;</caption>" in html
    assert dict(cells(html))["static loads"] == "gravity = [0.0, -9.81] m/s²"


def test_models_show_their_frequencies():
    model = BeamFEM(20).modes(SHUTTLE, 3)
    told = "3 modes, 0.305126 to 58.2237 rad/s, and 3 rigid-body ones"
    assert repr(model) == f"<ModalModel of 'Shuttle arm, all joints locked, free base' by fem:20: {told}>"
    assert repr(Exact().modes(SHUTTLE, 1)).endswith("by exact: 1 mode, 0.305126 rad/s, and 3 rigid-body ones>")
    head, *rows = cells(model._repr_html_())
    assert head == ["mode", "ω, rad/s", "f, Hz", "digits left by round-off"]
    assert rows[0] == ["1", "0.3051263208", "0.04856236223", "14"]


def test_certificates_show_what_is_proved():
    model = Exact(certify=True).modes(SHUTTLE, 2)
    (first, _) = model.certificate
    assert re.fullmatch(r"<CertifiedInterval of mode 1: 0\.30512632\d+ rad/s, ± \de-\d+ of it>", repr(first))
    assert dict(cells(first._repr_html_())) == {"lower end, rad/s": first.lower, "upper end, rad/s": first.upper}
    assert next(row[-1] for row in cells(model._repr_html_())) == "proved, ±"


def test_the_version_is_known():
    assert flexarm.__version__ == version("flexarm")


def test_the_command_line_is_a_module_too():
    done = subprocess.run([sys.executable, "-m", "flexarm", "example"], capture_output=True, text=True, check=True)
    assert "shuttle-free-base" in done.stdout
    wrong = subprocess.run([sys.executable, "-m", "flexarm", "check", "no.toml"], capture_output=True, text=True)
    assert (wrong.returncode, wrong.stdout) == (2, "")
    assert wrong.stderr.startswith("flexarm: no.toml: wanted an arm file that can be read")


def completed(words: str, script: str) -> set[str]:
    """What bash would offer after some words."""
    asked = (
        f"COMP_WORDS=({words}); COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1)); _flexarm; printf '%s\\n' \"${{COMPREPLY[@]}}\""
    )
    done = subprocess.run(["bash", "-c", f"{script}\n{asked}"], capture_output=True, text=True, check=True)
    return set(done.stdout.split())


def test_shells_complete_commands_and_options(capsys):
    assert main(["completion", "bash"]) == 0
    script = capsys.readouterr().out
    assert completed("flexarm co", script) == {"compare", "completion", "converge"}
    assert "--correction" in completed("flexarm respond --co", script)
    for shell in ("zsh", "fish"):
        assert main(["completion", shell]) == 0
        assert "respond" in capsys.readouterr().out
    assert main(["completion", "csh"]) == 2
