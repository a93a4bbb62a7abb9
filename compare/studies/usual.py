"""What is asked where nobody says what: backends, with functions enough for the modes asked for, and schemes."""

from collections.abc import Sequence

USUAL_BACKENDS = ("exact", "assumed_modes:legendre:8", "fem:20")
# Fine enough to confirm eight digits of ordinary arms.
CHECKING_BACKENDS = ("exact", "assumed_modes:legendre:16", "fem:100")
# The most Legendre polynomials that assumed_modes takes of a link: so many frequencies a link, and no more, it has.
MOST = 60
# Legendre shapes stand for all polynomials, which span the same; the beam functions are those of a clamped link.
CANDIDATES = (
    "assumed_modes:legendre",
    "assumed_modes:clamped-free",
    "assumed_modes:clamped-mass",
    "assumed_modes:comparison",
    "fem",
)
CANDIDATE_SIZES = "1:6,8,12,16,24"
# Complex eigenvalues where neither a number of them nor a radius is given.
EIGENVALUES = 12
RESPONSE_SCHEMES = ("exact", "assumed_modes:clamped-free", "assumed_modes:legendre", "fem")


def usual_backends(count: int, usual: Sequence[str] = USUAL_BACKENDS) -> tuple[str, ...]:
    """Return the backends asked where none is named, with functions enough for a number of modes of any arm."""
    exact, *others = usual
    return exact, *(_at_least(spec, count) for spec in others)


def usual_eigenvalues(count: int | None, within: float | None) -> int | None:
    """Return how many eigenvalues are asked for by their number; None where they are by a radius."""
    return EIGENVALUES if count is None and within is None else count


def _at_least(spec: str, count: int) -> str:
    """Return a backend with its size; where a link alone would have fewer modes, half as many more as are asked for."""
    name, _, size = spec.rpartition(":")
    return spec if count <= int(size) else f"{name}:{min(count + count // 2, MOST)}"
