"""What an arm of a published table is made from: parameters, joints and variants that replace some of them."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from types import MappingProxyType

from compare.published.cases import case_of
from compare.published.entries import one_of, placed
from compare.published.question import SILENT, Asked, Question, asked
from compare.published.template import filled
from compare.published.units import parse, to_si
from flexarm.arm import Arm
from flexarm.errors import Fault, InputError
from flexarm.files import from_document
from flexarm.load_cases import LoadCase


@dataclass(frozen=True)
class Parameter:
    """A parameter as the source prints it."""

    value: float
    unit: str

    @cached_property
    def si(self) -> float:
        """The value in SI units; angles in degrees."""
        return to_si(self.value, parse(self.unit))


@dataclass(frozen=True)
class Variant:
    """What a variant replaces."""

    parameters: Mapping[str, Parameter] = field(default_factory=dict)
    joints: Mapping[str, object] = field(default_factory=dict)  # joints by name, as in an arm file
    arm: str | None = None  # what stands in; None for no other arm
    unstated: str = ""  # why values under this variant cannot be judged; empty where they can
    assumed: str = ""  # what it takes of the arm that the source does not state; empty where it states all
    fitted: str = ""  # what it takes of the arm that was chosen to meet the printed values; empty where nothing was
    question: Question = SILENT


@dataclass(frozen=True)
class Setting:
    """All that an arm is made from."""

    parameters: Mapping[str, Parameter]
    joints: Mapping[str, object]  # joints by name, as in an arm file
    texts: Mapping[str, str] = field(default_factory=dict)  # texts of the table's row, by column
    arm: str = ""  # empty for ``[arm]``
    unstated: str = ""  # why values cannot be judged; empty where they can
    assumed: str = ""  # what is taken of the arm that the source does not state; empty where it states all
    fitted: str = ""  # what of that was chosen to meet the printed values; empty where nothing was
    question: Question = SILENT

    def with_row(self, parameters: Mapping[str, Parameter], texts: Mapping[str, str]) -> "Setting":
        """Return the setting with the parameters and texts of a row."""
        return replace(self, parameters={**self.parameters, **parameters}, texts=texts)

    def under(self, variant: Variant) -> "Setting":
        """Return the setting with what a variant replaces."""
        return replace(
            self,
            parameters={**self.parameters, **variant.parameters},
            joints={**self.joints, **variant.joints},
            arm=self.arm if variant.arm is None else variant.arm,
            unstated=self.unstated or variant.unstated,
            assumed="; ".join(text for text in (self.assumed, variant.assumed) if text),
            fitted="; ".join(text for text in (self.fitted, variant.fitted) if text),
            question=self.question.under(variant.question),
        )

    def asking(self, question: Question) -> "Setting":
        """Return the setting with what a column or a cause says of responses."""
        return replace(self, question=self.question.under(question))

    @property
    def values(self) -> Mapping[str, float | str]:
        """The parameters in SI units, angles in degrees, and the row's texts."""
        numbers = {name: parameter.si for name, parameter in self.parameters.items()}
        return MappingProxyType({**self.texts, **numbers})

    def filled(self, model: str, key: str = "model") -> str:
        """Return the specification of a backend with the values of the names ``$name`` in it."""
        values = self.values
        unknown = [name for name in re.findall(r"\$(\w+)", model) if name not in values]
        if unknown:
            wanted = one_of("a parameter or a column of texts", values)
            raise InputError([Fault(key, wanted, f"${name}, which is missing") for name in unknown])
        return re.sub(r"\$(\w+)", lambda found: _written(values[found[1]]), model)


@dataclass(frozen=True)
class Book:
    """What a file says of its arms."""

    # arms by name, as in arm files with names ``$name`` for numbers; ``[arm]`` has the empty name
    arms: Mapping[str, object]
    variants: Mapping[str, Variant]
    # load cases by name, as in load case files with names ``$name`` for numbers
    cases: Mapping[str, object] = field(default_factory=dict)

    def under(self, setting: Setting, names: Iterable[str]) -> Setting:
        """Return a setting with variants applied in order."""
        for name in names:
            setting = setting.under(self.variants[name])
        return setting

    @cached_property
    def _arms(self) -> dict[tuple[str, str, str], Arm]:
        """The arms made so far, by what they are made from as it is written: a table has many values of few arms."""
        return {}

    def arm(self, setting: Setting) -> Arm:
        """Return the arm that a setting makes."""
        made_from = setting.arm, repr(setting.parameters), repr(setting.joints)
        if made_from not in self._arms:
            self._arms[made_from] = self._arm(setting)
        return self._arms[made_from]

    def _arm(self, setting: Setting) -> Arm:
        key = f"arms.{setting.arm}" if setting.arm else "arm"
        if setting.arm not in self.arms:
            raise InputError([Fault(key, f"a table [{key}]", "nothing (the key is missing)")])
        document = filled(self.arms[setting.arm], key, setting.parameters, setting.joints)
        with placed(key):
            return from_document(document)

    def asked(self, setting: Setting, arm: Arm, unit: str) -> Asked:
        """Return what a setting asks of an arm's response."""

        def load_case(name: str) -> LoadCase:
            return case_of(self.cases[name], name, setting.parameters)

        return asked(setting.question, arm, unit, load_case, lambda text: float(setting.filled(text, "modes")))


def _written(value: float | str) -> str:
    return value if isinstance(value, str) else f"{value:g}"
