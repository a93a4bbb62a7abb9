"""Where links begin: on the base, on the link before, or on any other; and links cut where others begin along them."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

from flexarm.checks import meant, shown
from flexarm.decimals import difference
from flexarm.errors import Fault
from flexarm.links import Link, RigidLink
from flexarm.parts import Joint

BASE = "base"
AnyLink = Link | RigidLink


def link_names(links: Sequence[AnyLink]) -> tuple[str, ...]:
    """Return what each link is called: its name, or link1, link2, … by its number."""
    return tuple(link.name or f"link{k}" for k, link in enumerate(links, 1))


def link_numbers(links: Sequence[AnyLink]) -> dict[str, int]:
    """Return the number of every link, from 0, by its name, and by link1, link2 and so on."""
    numbered = {f"link{k}": k - 1 for k in range(1, len(links) + 1)}
    return numbered | {link.name: k for k, link in enumerate(links) if link.name}


def parents(links: Sequence[AnyLink]) -> tuple[int, ...]:
    """Return the number, from 0, of the link that each begins on; -1 for the base."""
    known = {BASE: -1} | link_numbers(links)
    return tuple(k - 1 if link.parent is None else known[link.parent] for k, link in enumerate(links))


def branching_faults(links: Sequence[AnyLink]) -> list[Fault]:
    """Return the faults of names that are not each link's own, of what links begin on and of where."""
    names = [link.name for link in links if link.name]
    twice = [k for k, link in enumerate(links, 1) if names.count(link.name) > 1]
    faults = [Fault(f"link{k}.name", "a name of its own", shown(links[k - 1].name)) for k in twice]
    known = {BASE: -1} | link_numbers(links)
    for k, link in enumerate(links):
        before = [name for name, place in known.items() if place < k]
        if link.parent is not None and link.parent not in before:
            wanted = f'"base" or a link before this one: {", ".join(before)}'
            got = f"{shown(link.parent)}{meant(link.parent, before)}"
            faults.append(Fault(f"link{k + 1}.parent", wanted, got))
        elif link.at is not None:
            place = k - 1 if link.parent is None else known[link.parent]
            faults += _at_faults(f"link{k + 1}.at", link.at, links[place] if place >= 0 else None, names)
    return faults


def _at_faults(where: str, at: Any, parent: AnyLink | None, names: Sequence[str]) -> list[Fault]:
    """Return the faults of where a link begins on another, or on the base."""
    if parent is None:
        wanted = "a place on the base, (x, y) from its centre, or in space (x, y, z)"
        return [] if isinstance(at, tuple) else [Fault(where, wanted, shown(at))]
    if parent.name and (first := piece_name(parent.name, 1)) in names:
        text = f"nothing, or a station along one of the pieces that {parent.name} is made of: {first}, …, {parent.name}"
        return [Fault(where, text, shown(at))]
    wanted = f"a station along the link that it begins on, from 0 to its length, {parent.length!r} m"
    if isinstance(at, tuple) or not 0.0 <= at <= parent.length:
        return [Fault(where, wanted, shown(at))]
    if _cuts(at, parent) and not parent.name:
        text = "a station along a link with a name, which is cut there: its last piece keeps the name"
        return [Fault(where, text, shown(at))]
    return []


def _cuts(at: Any, parent: AnyLink) -> bool:
    """Say whether a flexible link is cut where another begins: between its ends."""
    return isinstance(parent, Link) and at is not None and 0.0 < at < parent.length


def cut_links(links: Sequence[AnyLink]) -> tuple[AnyLink, ...]:
    """Return links with flexible ones cut in pieces, welded straight on, at the stations where others begin."""
    before, cuts = parents(links), [set[float]() for _ in links]
    for link, parent in zip(links, before, strict=True):
        if parent >= 0 and _cuts(link.at, links[parent]):
            cuts[parent].add(link.at)
    if not any(cuts):
        return tuple(links)
    stations, names = [sorted(some) for some in cuts], link_names(links)
    found: list[AnyLink] = []
    for k, (link, parent) in enumerate(zip(links, before, strict=True)):
        moved = link
        if parent >= 0 and link.at in cuts[parent]:
            moved = replace(link, parent=piece_name(names[parent], stations[parent].index(link.at) + 1), at=None)
        elif parent >= 0 and link.at == 0.0 and cuts[parent]:
            moved = replace(link, parent=piece_name(names[parent], 1))
        elif link.parent == f"link{parent + 1}":
            # Numbers change where links before are cut; names stay.
            moved = replace(link, parent=f"link{parent + 1 + sum(map(len, cuts[: parent + 1]))}")
        found += _pieces(moved, stations[k])
    return tuple(found)


def piece_name(name: str, number: int) -> str:
    """Return the name of a piece, from 1, but for the last, which has the link's."""
    return f"{name}_{number}"


def _pieces(link: AnyLink, stations: Sequence[float]) -> Iterator[AnyLink]:
    """Yield the pieces of a link that is cut at stations: the first has its joint, the last its name and its body."""
    places = [0.0, *stations, link.length]
    for number, (start, end) in enumerate(pairwise(places)):
        first, last = number == 0, number == len(stations)
        piece = replace(
            link,
            length=difference(end, start) if stations else link.length,
            name=link.name if last else piece_name(link.name, number + 1),
            tip=link.tip if last else None,
        )
        if not first:
            piece = replace(piece, joint=Joint.rigid(), angle=0.0, parent=None, at=None)
        yield piece
