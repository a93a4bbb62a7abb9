"""The formulas that flexarm knows, by the name that a published table's file gives them."""

from collections.abc import Mapping

from compare.routes.formula import Formula
from compare.routes.hufnagel_rayleigh import HUFNAGEL

FORMULAS: Mapping[str, Formula] = {**HUFNAGEL}
