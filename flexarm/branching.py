"""Where links begin: on the base, on the link before, or on any other; and links cut where others begin along them."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import count, pairwise, takewhile
from typing import Any

from flexarm.checks import meant, shown
from flexarm.decimals import difference
from flexarm.errors import Fault
from flexarm.links import Link, RigidLink
from flexarm.parts import Joint
from flexarm.supports import Support, section_names

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


def support_faults(links: Sequence[AnyLink], supports: Sequence[Support]) -> list[Fault]:
    """Return the faults of sections that supports hold."""
    faults, known = [], link_numbers(links)
    for k, support in enumerate(supports, 1):
        place = f"support{k}.section"
        if support.station is None:
            sections = section_names(list(known))
            if support.section not in sections:
                got = f"{shown(support.section)}{meant(support.section, sections)}"
                faults.append(Fault(place, f"one of {', '.join(section_names(link_names(links)))}", got))
        elif support.section not in known:
            got = f"{shown(support.section)}{meant(support.section, known)}"
            faults.append(Fault(place, f"the link of the station, one of {', '.join(link_names(links))}", got))
        else:
            link, names = links[known[support.section]], [link.name for link in links]
            faults += _at_faults(f"support{k}.station", support.station, link, names)
        if support.to and support.to not in (sections := section_names(list(known))):
            wanted = f"one of {', '.join(section_names(link_names(links)))}, or nothing for the ground"
            faults.append(Fault(f"support{k}.to", wanted, f"{shown(support.to)}{meant(support.to, sections)}"))
        elif support.to and support.station is None and _same(support.section, support.to, links):
            faults.append(Fault(f"support{k}.to", "another section than the one that is held", shown(support.to)))
    return faults


def _same(section: str, other: str, links: Sequence[AnyLink]) -> bool:
    """Say whether two sections of links, both known, are one."""
    known, last = link_numbers(links), f"link{len(links)}.tip"
    (link, _, end), (to, _, to_end) = (
        (last if called == "tip" else called).rpartition(".") for called in (section, other)
    )
    return known[link] == known[to] and end == to_end


def cut_supports(links: Sequence[AnyLink], supports: Sequence[Support]) -> tuple[Support, ...]:
    """Return supports of links as supports of the pieces that these are cut in, each by its own section."""
    stations, names = _stations(links, supports), link_names(cut_links(links, supports))
    known, found = link_numbers(links), []

    def moved(section: str) -> str:
        link, _, end = section.partition(".")
        if section in ("", "tip"):
            return section
        k = known[link]
        first = k + sum(map(len, stations[:k]))
        return ".".join(filter(None, (names[first if end == "root" else first + len(stations[k])], end)))

    for support in supports:
        k, section, station = known.get(support.section, -1), moved(support.section), support.station
        if k >= 0 and station == links[k].length:
            section, station = f"{section}.tip", None
        elif k >= 0 and station in stations[k]:
            piece = k + sum(map(len, stations[:k])) + stations[k].index(station)
            section, station = f"{names[piece]}.tip", None
        found.append(replace(support, section=section, station=station, to=moved(support.to)))
    return tuple(found)


def _stations(links: Sequence[AnyLink], supports: Sequence[Support]) -> list[list[float]]:
    """Return where each link is cut, ascending: where others begin, and where supports hold it."""
    cuts, known = [set[float]() for _ in links], link_numbers(links)
    for link, parent in zip(links, parents(links), strict=True):
        if parent >= 0 and _cuts(link.at, links[parent]):
            cuts[parent].add(link.at)
    for support in supports:
        if support.station is not None and _cuts(support.station, links[known[support.section]]):
            cuts[known[support.section]].add(support.station)
    return [sorted(some) for some in cuts]


def cut_links(links: Sequence[AnyLink], supports: Sequence[Support] = ()) -> tuple[AnyLink, ...]:
    """Return links with flexible ones cut in pieces, welded straight on, where others begin or supports hold them."""
    before, stations, names = parents(links), _stations(links, supports), link_names(links)
    if not any(stations):
        return tuple(links)
    found: list[AnyLink] = []
    for k, (link, parent) in enumerate(zip(links, before, strict=True)):
        moved = link
        if parent >= 0 and link.at in stations[parent]:
            moved = replace(link, parent=piece_name(names[parent], stations[parent].index(link.at) + 1), at=None)
        elif parent >= 0 and link.at == 0.0 and stations[parent]:
            moved = replace(link, parent=piece_name(names[parent], 1))
        elif link.parent == f"link{parent + 1}":
            # Numbers change where links before are cut; names stay.
            moved = replace(link, parent=f"link{parent + 1 + sum(map(len, stations[: parent + 1]))}")
        found += _pieces(moved, stations[k])
    return tuple(found)


def piece_name(name: str, number: int) -> str:
    """Return the name of a piece, from 1, but for the last, which has the link's."""
    return f"{name}_{number}"


def cut_names(links: Sequence[AnyLink]) -> tuple[str, ...]:
    """Return what links are called of which some are cut in pieces, without pieces; nothing where none is cut."""
    names = [link.name for link in links if link.name]
    pieces = {one for name in names for one in takewhile(names.__contains__, (piece_name(name, k) for k in count(1)))}
    return tuple(name for name in link_names(links) if name not in pieces) if pieces else ()


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
