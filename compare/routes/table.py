"""The recomputations that flexarm knows, by the name that a published table's file gives them."""

from collections.abc import Mapping

from compare.routes.route import Route
from compare.routes.wiedemann import CHAPTER_4, CHAPTER_4_WITH_INTEGRALS, CHAPTER_5, CHAPTER_6

ROUTES: Mapping[str, Route] = {
    "wiedemann-4": CHAPTER_4,
    "wiedemann-4-with-integrals": CHAPTER_4_WITH_INTEGRALS,
    "wiedemann-5": CHAPTER_5,
    "wiedemann-6": CHAPTER_6,
}
