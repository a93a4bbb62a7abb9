import errno
import os
import stat
import threading
import tomllib
from dataclasses import asdict
from pathlib import Path

import pytest
import tomli_w
from hypothesis import example, given
from hypothesis import strategies as st

from flexarm import writing
from flexarm.arm import Arm
from flexarm.errors import InputError
from flexarm.files import dumps, load, loads, save
from flexarm.links import Link, RigidLink
from flexarm.parts import Base, Body, Joint
from flexarm.writing import write_folder, write_whole
from tests.strategies import arms

HERE = Path(__file__).parent / "bad_arms"
SOUND = (HERE / "sound.toml").read_text(encoding="utf-8")
CHANGES = tomllib.loads((HERE / "changes.toml").read_text(encoding="utf-8"))["change"]
RIGID = RigidLink(1.0, joint=Joint.rigid())


def refusal(text: str) -> list[str]:
    with pytest.raises(InputError) as caught:
        loads(text, "arm.toml")
    return str(caught.value).splitlines()


# Reading


def test_reads_every_key():
    assert loads(SOUND) == Arm(
        base=Base.free(70000.0, 1.0e6, (0.0, 14.0)),
        links=(
            Link(
                6.37,
                3.9,
                3.9786e6,
                joint=Joint.locked(1.0e6, hub_inertia=0.5),
                angle=10.0,
                tip=Body(30.0, 1.0, 0.25),
            ),
            RigidLink(1.88, mass=12.0, inertia=4.0, joint=Joint.unlocked(191.0), angle=30.0),
        ),
        payload=Body(30000.0, 4.0e5, (2.0, -0.5)),
        name="sound",
        gravity=(0.0, -9.81),
    )


def test_what_may_be_left_out_is_at_its_default():
    text = '[[link]]\nlength = 2\nangle = 0\njoint = { state = "unlocked" }\n'
    assert loads(text) == Arm(Base.fixed(), (RigidLink(2.0, joint=Joint.unlocked()),))


def test_a_fixed_base_may_be_said():
    assert loads('[base]\nkind = "fixed"\n' + dumps(Arm(Base.fixed(), (RIGID,)))).base == Base.fixed()


@pytest.mark.parametrize("dress", [lambda text: "\ufeff" + text, lambda text: text.replace("\n", "\r\n")])
def test_reads_what_windows_editors_write(dress, tmp_path):
    path = tmp_path / "arm.toml"
    path.write_bytes(dress(SOUND).encode())
    assert load(path) == loads(SOUND)


# Round trip


def exactly(arm: Arm) -> str:
    """The repr of its numbers tells -0.0 from 0.0, as == does not."""
    return repr(asdict(arm))


@given(arms(extreme=True, loaded=True))
@example(Arm(Base.free(5e-324, 1e300, (-0.0, 0.1 + 0.2)), (RIGID,), name='"\\\x7f\n\t\0é𝄞', gravity=(-0.0, 1 / 3)))
@example(Arm(Base.fixed(), (RigidLink(1.0, mass=-0.0, inertia=-0.0, joint=Joint.unlocked(-0.0, -0.0), angle=-0.0),)))
def test_round_trip_is_exact(arm):
    assert exactly(loads(dumps(arm))) == exactly(arm)


@given(arms())
def test_round_trip_through_a_file(tmp_path_factory, arm):
    path = tmp_path_factory.mktemp("arms") / "arm.toml"
    save(arm, path)
    assert load(path) == arm


def test_written_as_an_engineer_would():
    arm = Arm(
        Base.guided(70000.0, (1.0, 0.0)),
        (Link(6.37, 3.9, 3.9786e6, joint=Joint.locked(1e6), tip=Body(30.0, 1.0)), RIGID),
        Body(3e4, 4e5, (2.0, 0.5)),
        name="Shuttle",
        gravity=(0.0, -9.81),
    )
    assert dumps(arm) == (
        'name = "Shuttle"\n'
        "gravity = [0.0, -9.81]\n"
        "\n"
        "[base]\n"
        'kind = "guided"\n'
        "mass = 70000.0\n"
        "direction = [1.0, 0.0]\n"
        "\n"
        "[[link]]\n"
        "length = 6.37\n"
        "mass_per_length = 3.9\n"
        "flexural_rigidity = 3978600.0\n"
        "angle = 0.0\n"
        'joint = { state = "locked", stiffness = 1000000.0 }\n'
        "tip = { mass = 30.0, inertia = 1.0, offset = 0.0 }\n"
        "\n"
        "[[link]]\n"
        "length = 1.0\n"
        "angle = 0.0\n"
        'joint = { state = "rigid" }\n'
        "\n"
        "[payload]\n"
        "mass = 30000.0\n"
        "inertia = 400000.0\n"
        "offset = [2.0, 0.5]\n"
    )


# Refusals


@pytest.mark.parametrize("wrong", [[0.1] * 1000, {"links": list(range(1000))}])
def test_refusals_are_no_longer_than_what_is_wrong(wrong):
    for make in (
        lambda: Arm(wrong, (RIGID,)),
        lambda: Arm(Base.fixed(), wrong),
        lambda: Arm(Base.fixed(), (RIGID,), wrong),
        lambda: RigidLink(1.0, joint=wrong, tip=wrong),
    ):
        with pytest.raises(InputError) as caught:
            make()
        assert max(map(len, str(caught.value).splitlines())) < 160


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change["why"])
def test_refuses_with_place_wanted_and_got(change):
    text = SOUND
    for old, new in change["changes"]:
        assert text.count(old) == 1
        text = text.replace(old, new)
    assert refusal(text) == [f"arm.toml: {line}" for line in change["refusal"]]


def test_the_changes_are_many_and_none_is_there_twice():
    whys = [change["why"] for change in CHANGES]
    assert len(whys) == len(set(whys)) >= 50


@pytest.mark.parametrize(
    ("text", "got"),
    [
        ("", "link: wanted one table [[link]] or more, base first, got nothing (the key is missing)"),
        ("a = " + "9" * 5000, "wanted TOML, got an integer of thousands of digits, or thousands of brackets"),
        ("a = " + "[" * 5000, "wanted TOML, got an integer of thousands of digits, or thousands of brackets"),
    ],
)
def test_refuses_what_is_no_arm_file(text, got):
    assert refusal(text) == [f"arm.toml: {got}"]


@pytest.mark.parametrize("text", ["length 3", "a = 1\na = 2\n", "[[link]\n", 'a = "\\ud800"', "\0"])
def test_refuses_what_is_no_toml_and_says_where(text):
    with pytest.raises(tomllib.TOMLDecodeError) as told:
        tomllib.loads(text)
    assert refusal(text) == [f"arm.toml: wanted TOML, got {told.value}"]


values = st.recursive(
    st.booleans() | st.integers() | st.floats() | st.text(max_size=5) | st.dates(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)


def places(table: dict) -> list[tuple[dict, str]]:
    """Every key of a document, with the table in which it stands."""
    tables = [table, table["base"], table["payload"], *table["link"]]
    tables += [link[key] for link in table["link"] for key in ("joint", "tip") if key in link]
    return [(inner, key) for inner in tables for key in inner]


def arm_or_refusal(text: str) -> Arm | InputError:
    try:
        return loads(text)
    except InputError as error:
        return error


@given(st.data(), values)
def test_any_value_anywhere_is_read_or_refused(data, value):
    document = tomllib.loads(SOUND)
    table, key = data.draw(st.sampled_from(places(document)))
    table[data.draw(st.sampled_from([key, key[:-1], "mass"]))] = value
    read = arm_or_refusal(tomli_w.dumps(document))
    if isinstance(read, Arm):
        assert loads(dumps(read)) == read
    else:
        assert all("wanted " in line for line in str(read).splitlines())


@given(st.text())
def test_any_text_is_read_or_refused(text):
    with pytest.raises(InputError):
        loads(text)


def test_no_arm_is_not_written():
    with pytest.raises(InputError, match=r"wanted an Arm, got 'arm\.toml'"):
        save("arm.toml", "arm.toml")


@pytest.mark.parametrize("name", ["\ud800", 7])
def test_a_name_that_no_file_can_hold_is_no_name(name):
    with pytest.raises(InputError, match="name: wanted a text"):
        Arm(Base.fixed(), (RIGID,), name=name)


@pytest.mark.parametrize(
    ("make", "fault"),
    [
        (lambda: Base("fixed", mass=3.0), "mass: wanted nothing, for a base that is fixed, got 3.0"),
        (lambda: Base("guided", inertia=3.0), "inertia: wanted nothing, for a base that is guided, got 3.0"),
        (
            lambda: Base("free", direction=(0.0, 1.0)),
            "direction: wanted nothing, for a base that is free, got (0.0, 1.0)",
        ),
        (lambda: Joint("rigid", stiffness=3.0), "stiffness: wanted nothing, for a joint that is rigid, got 3.0"),
        (lambda: Joint(["locked"]), 'state: wanted "locked", "unlocked", "rigid" or "general", got [\'locked\']'),
    ],
)
def test_no_part_holds_what_a_file_cannot_say(make, fault):
    with pytest.raises(InputError) as caught:
        make()
    assert fault in str(caught.value)


def test_a_base_at_its_defaults_given_as_lists_is_sound():
    assert Base("guided", mass=1.0, offset=[0, 0], direction=[0, 2]) == Base.guided(1.0, (0.0, 2.0))


# Files


def message(act, *arguments) -> str:
    with pytest.raises(InputError) as caught:
        act(*arguments)
    return str(caught.value)


def test_names_the_file_in_every_fault(tmp_path):
    path = tmp_path / "arm.toml"
    path.write_text(SOUND.replace("6.37", "-1").replace("-9.81", "nan"), encoding="utf-8")
    assert message(load, path).splitlines() == [
        f"{path}: gravity[1]: wanted a finite number (m/s²), got nan",
        f"{path}: link1.length: wanted a positive number (m), got -1",
    ]


def test_refuses_to_read_what_is_not_there(tmp_path):
    path = tmp_path / "none.toml"
    assert message(load, path) == f"{path}: wanted an arm file that can be read, got no such file or directory"


def test_refuses_to_read_a_folder(tmp_path):
    assert message(load, tmp_path) == f"{tmp_path}: wanted an arm file that can be read, got a folder"


def test_refuses_a_name_with_a_null_character(tmp_path):
    path = f"{tmp_path}/a\0b"
    assert message(load, path) == f"{path}: wanted an arm file that can be read, got embedded null byte"
    assert message(save, loads(SOUND), path).startswith(f"{path}: wanted a file that can be written, got ")


def test_refuses_to_read_what_is_not_utf_8(tmp_path):
    path = tmp_path / "arm.toml"
    path.write_bytes(b'angle = 1\nname = "J\xf6int"\n')
    assert message(load, path) == f"{path}: wanted text in UTF-8, got the byte 0xf6 in line 2"


def test_refuses_what_it_may_not_touch(tmp_path, monkeypatch):
    def fail(*_):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "read_bytes", fail)
    monkeypatch.setattr(writing, "open", fail, raising=False)
    path = tmp_path / "arm.toml"
    assert message(load, path) == f"{path}: wanted an arm file that can be read, got permission denied"
    assert message(save, loads(SOUND), path) == f"{path}: wanted a file that can be written, got permission denied"


def test_refuses_to_write_into_a_folder_that_is_not_there(tmp_path):
    path = tmp_path / "none" / "arm.toml"
    got = "no such file or directory"
    assert message(save, loads(SOUND), path) == f"{path}: wanted a file that can be written, got {got}"


def test_refuses_to_write_over_a_folder(tmp_path):
    got = "a folder of that name"
    assert message(save, loads(SOUND), tmp_path) == f"{tmp_path}: wanted a file that can be written, got {got}"


@pytest.mark.parametrize("step", ["fsync", "replace"])
@pytest.mark.parametrize("error", [OSError(28, "No space left on device"), KeyboardInterrupt()])
def test_a_failure_in_the_middle_leaves_what_was_there(tmp_path, monkeypatch, step, error):
    path = tmp_path / "arm.toml"
    path.write_text("what was there", encoding="utf-8")

    def fail(*_):
        raise error

    monkeypatch.setattr(writing.os, step, fail)
    with pytest.raises((InputError, KeyboardInterrupt)):
        save(loads(SOUND), path)
    assert path.read_text(encoding="utf-8") == "what was there"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("there", [False, True])
def test_files_of_a_folder_are_written_all_or_none(tmp_path, monkeypatch, there):
    folder, sync, calls = tmp_path / "folder", os.fsync, []
    if there:
        folder.mkdir()
        (folder / "a").write_text("what was there", encoding="utf-8")

    def full(number):
        calls.append(number)
        if len(calls) == 2:
            raise OSError(errno.ENOSPC, "No space left on device")
        sync(number)

    monkeypatch.setattr(writing.os, "fsync", full)
    with pytest.raises(InputError, match=r"b: wanted a file that can be written, got no space left on device"):
        write_folder(folder, {"a": b"new", "b": b"new"})
    assert folder.exists() == there
    if there:
        assert [path.read_text(encoding="utf-8") for path in folder.iterdir()] == ["what was there"]
    write_folder(folder, {"a": b"new", "b": b"newer"})
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == {"a": b"new", "b": b"newer"}


def test_a_reader_never_meets_half_a_file(tmp_path):
    path = tmp_path / "file"
    contents = {bytes([65 + k]) * 100_000 for k in range(2)}
    write_whole(path, min(contents))
    writers = [threading.Thread(target=lambda: [write_whole(path, data) for data in contents]) for _ in range(4)]
    for writer in writers:
        writer.start()
    while any(writer.is_alive() for writer in writers):
        assert path.read_bytes() in contents
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.skipif(os.name != "posix", reason="permissions and links of POSIX")
def test_permissions_stay_and_links_are_followed(tmp_path):
    target, link = tmp_path / "target.toml", tmp_path / "link.toml"
    target.touch(mode=0o640)
    target.chmod(0o640)
    link.symlink_to(target)
    save(loads(SOUND), link)
    assert link.is_symlink()
    assert load(target) == loads(SOUND)
    assert stat.S_IMODE(target.stat().st_mode) == 0o640
