"""An arm's modes as datasets of a universal file, as pyuff takes them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from flexarm.arm_tree import tree
from flexarm.arrays import Array
from flexarm.checks import shown
from flexarm.displacements import Displacements
from flexarm.errors import Fault, InputError
from flexarm.forced_response.damping import modal_damping
from flexarm.load_cases.damping import Damping
from flexarm.load_cases.load import COMPONENTS
from flexarm.modes import ModalModel
from flexarm.rigid_modes import rigid_modes

# A link's stations are nodes 1000, 1001, … of the first, 2000, 2001, … of the second.
A_LINK, _LETTERS = 1000, 10
_AXES = {False: ("x", "y"), True: COMPONENTS}


@dataclass(frozen=True, eq=False)
class Nodes:
    """Stations of an arm's links as nodes, and what universal files say of them."""

    model: ModalModel
    stations: int
    damping: Damping

    @cached_property
    def numbers(self) -> Array:
        """The nodes' numbers, shape (nodes,)."""
        links = np.arange(1, len(self.model.arm.links) + 1)
        return np.add.outer(A_LINK * links, np.arange(self.stations)).ravel()

    @property
    def names(self) -> list[str]:
        """What the links are called, by number where they have no name."""
        return [link.name or f"link {k}" for k, link in enumerate(self.model.arm.links, 1)]

    @property
    def fractions(self) -> Array:
        """Where a link's stations lie, over its length."""
        return np.linspace(0.0, 1.0, self.stations)

    @property
    def axes(self) -> tuple[str, ...]:
        """What the nodes move along, and in space about too."""
        return _AXES[self.model.arm.spatial]

    def motions(self, displacements: Displacements) -> Array:
        """Return the nodes' motion along x and y, (displacements, 2, nodes), or in space in all six freedoms."""
        links = [(k, link.length * self.fractions) for k, link in enumerate(self.model.arm.links, 1)]
        moved = np.concatenate([displacements.translation(k, x) for k, x in links], axis=2)
        if not self.model.arm.spatial:
            return moved
        return np.concatenate([moved, np.concatenate([displacements.rotation(*one) for one in links], axis=2)], axis=1)

    def place(self, driven: object) -> tuple[int, int]:
        """Return the place of a node among all, and the number of an axis, of a pair of them."""
        if not isinstance(driven, tuple | list) or len(driven) != 2 or driven[1] not in self.axes:
            wanted = f'a node and an axis, as (1020, "y"), the axis one of {", ".join(self.axes)}'
            raise InputError([Fault("driven", wanted, shown(driven))], "save_uff")
        found = np.flatnonzero(self.numbers == driven[0])
        if not len(found):
            last = f"{A_LINK} to {A_LINK + self.stations - 1} on the first link and so on"
            raise InputError([Fault("driven", f"a node, {last}", shown(driven[0]))], "save_uff")
        return int(found[0]), self.axes.index(driven[1])

    def geometry(self) -> list[dict[str, Any]]:
        """Return header, units, nodes and the lines of the links."""
        parts = tree(self.model.arm)
        roots = [parts.places[link.root] for link in parts.links]
        along = [np.multiply.outer(self.fractions, link.length * link.axis) for link in parts.links]
        at = np.concatenate([root + span for root, span in zip(roots, along, strict=True)])
        x, y, z = np.column_stack([at, np.zeros(len(at))])[:, :3].T
        none, title = np.zeros(len(x), dtype=int), self.model.arm.title[:80]
        header = {"type": 151, "model_name": title, "description": f"by {self.model.backend}", "db_app": "flexarm"}
        units = {"type": 164, "units_code": 1, "units_description": "SI", "temp_mode": 1}
        nodes = {"type": 15, "node_nums": self.numbers, "def_cs": none, "disp_cs": none, "color": none}
        lines = [
            {"type": 82, "trace_num": k, "n_nodes": self.stations, "color": 0, "id": name[:80], "nodes": own}
            for k, (name, own) in enumerate(zip(self.names, np.split(self.numbers, len(roots)), strict=True), 1)
        ]
        return [
            {**header, "program": "flexarm", **_NO_DATES},
            {**units, "length": 1.0, "force": 1.0, "temp": 1.0, "temp_offset": 273.15},
            {**nodes, "x": x, "y": y, "z": z},
            *lines,
        ]

    def modes(self) -> Iterator[dict[str, Any]]:
        """Yield the modes, one dataset each."""
        moved, omega = self.motions(self.model), self.model.angular_frequency
        ratios = 0.5 * modal_damping(self.damping, omega) / omega
        # Three translations; in space rotations too.
        shown = max(3, len(self.axes))
        whole = np.pad(moved, ((0, 0), (0, shown - len(self.axes)), (0, 0)))
        for k, (parts, frequency, ratio) in enumerate(zip(whole, self.model.frequency, ratios, strict=True), 1):
            yield {
                "type": 55,
                **{f"id{line}": text for line, text in enumerate([self.model.arm.title[:80], f"mode {k}"], 1)},
                "id3": f"by {self.model.backend}",
                "id4": "unit modal mass, 1 kg",
                "id5": "NONE",
                "model_type": 1,  # structural
                "analysis_type": 2,  # normal mode
                "data_ch": 2 if shown == 3 else 3,  # three translations, or with three rotations
                "spec_data_type": 8,  # displacement
                "data_type": 2,  # real
                "n_data_per_node": shown,
                "load_case": 1,
                "mode_n": k,
                "freq": float(frequency),
                "modal_m": 1.0,
                "modal_damp_vis": float(ratio),
                "modal_damp_his": 0.0,
                "node_nums": self.numbers,
                **{f"r{number}": part for number, part in enumerate(parts, 1)},
            }

    def responses(self, driven: tuple[int, int], frequencies: Array) -> Iterator[dict[str, Any]]:
        """Yield every node's displacements, and in space rotations, over a force on one of them, one dataset each."""
        node, axis = driven
        rigid = rigid_modes(self.model.arm)
        omega = np.concatenate([np.zeros(len(rigid.base_motion)), self.model.angular_frequency])
        moved = np.concatenate([self.motions(rigid), self.motions(self.model)])
        turned = 2.0j * np.pi * frequencies[:, np.newaxis]
        swing = 1.0 / (turned**2 + turned * modal_damping(self.damping, omega) + omega**2)
        receptance = np.tensordot(swing * moved[:, axis, node], moved, 1)
        for k, place in enumerate(self.axes):
            for number, values in zip(self.numbers, receptance[:, k].T, strict=True):
                # A name of an entity has ten letters at most.
                name = self.names[int(number) // A_LINK - 1][:_LETTERS]
                dof = {"rsp_node": int(number), "rsp_dir": k + 1, "rsp_ent_name": name}
                reference = {"ref_node": int(self.numbers[node]), "ref_dir": axis + 1, "ref_ent_name": "force"}
                words = f"{_moved(place)} over {'force' if axis < 3 else 'couple'}"
                told = {"id1": self.model.arm.title[:80], "id2": words, **_labels(k > 2, axis > 2)}
                yield {**_RESPONSE, **told, **dof, **reference, "x": frequencies, "data": values}


_NO_DATES: Mapping[str, Any] = {
    name: "" if "date" in name or "time" in name else 0
    for name in (
        "date_db_created", "time_db_created", "version_db1", "version_db2", "file_type", "date_db_saved",
        "time_db_saved", "date_db_written", "time_db_written",
    )
}  # fmt: skip


def _moved(axis: str) -> str:
    """Return in words what a node does along or about an axis."""
    return axis.replace("rotation_", "rotation about ") if "_" in axis else f"displacement along {axis}"


def _labels(turned: bool, twisted: bool) -> dict[str, str]:
    """Return units of a response and of what drives it: rotations are in rad, couples in N m."""
    return {"ordinate_axis_units_lab": "rad" if turned else "m", "orddenom_axis_units_lab": "N m" if twisted else "N"}


_RESPONSE: Mapping[str, Any] = {
    "type": 58,
    "binary": 0,
    "func_type": 4,  # frequency response function
    "id3": "NONE",
    "id4": "NONE",
    "id5": "NONE",
    "load_case_id": 0,
    "ver_num": 0,
    "z_axis_value": 0.0,
    "abscissa_spacing": 0,
    "abscissa_spec_data_type": 18,  # frequency
    "abscissa_axis_units_lab": "Hz",
    "ordinate_spec_data_type": 8,  # displacement
    "orddenom_spec_data_type": 13,  # excitation force
}
