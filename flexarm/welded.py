"""Which links are pieces of one: flexible ones, welded straight on."""

from collections.abc import Sequence

from flexarm.branching import parents
from flexarm.links import Link, RigidLink

_FEW = 4


def runs(links: Sequence[Link | RigidLink]) -> tuple[range, ...]:
    """Return places of links that are pieces of one, base first; most links are a run of their own."""
    before = parents(links)
    starts = [k for k in range(len(links)) if k == 0 or before[k] != k - 1 or not _goes_on(links[k - 1], links[k])]
    return tuple(map(range, starts, [*starts[1:], len(links)]))


def told(links: Sequence[Link | RigidLink]) -> tuple[range, ...]:
    """Return runs as words and pictures show them: a few pieces, of a link that steps, each by itself."""
    return tuple(part for run in runs(links) for part in ([run] if len(run) > _FEW else [range(k, k + 1) for k in run]))


def numbers(run: range) -> str:
    """Return a run's links as people count them: 3, or 3–12."""
    return f"{run.start + 1}–{run.stop}" if len(run) > 1 else f"{run.start + 1}"


def _goes_on(inner: Link | RigidLink, outer: Link | RigidLink) -> bool:
    both = isinstance(inner, Link) and isinstance(outer, Link)
    welded = outer.joint.state == "rigid" and outer.joint.hub_inertia == 0.0 and outer.angle == 0.0 and outer.at is None
    return both and welded and inner.tip is None and inner.axial_force == outer.axial_force
