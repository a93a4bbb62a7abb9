"""Natural frequencies of many tables' arms, by backends and by sources' own equations, each found once."""

from collections.abc import Callable, Iterable, Sequence

from compare.published.cell import Cell
from compare.published.table import Table
from flexarm.arm import Arm
from flexarm.arrays import Array
from flexarm.backend import bare_frequencies, find_backend
from flexarm.errors import QuestionError, TooFewModesError
from flexarm.freedoms import rigid_count

# Where what it takes is installed, frequencies that are called exact are proved.
PROVED = {"exact": "exact:certify"}

# An arm, who answers, and which terms are put back.
_Key = tuple[Arm, str, frozenset[str]]


class Answers:
    """What is known of the arms of tables; of an arm, as many modes are computed as the highest that any asks for.

    Answers are remembered with their number of modes: who asks for a higher mode makes the arm be solved again.
    """

    def __init__(self, tables: Sequence[Table]) -> None:
        self._counts: dict[Arm, int] = {}
        self._found: dict[_Key, tuple[int, Array | QuestionError]] = {}
        self._proved: set[Arm] = set()
        for table in tables:
            for arm, place in _asked(table):
                self._counts[arm] = max(place, self._counts.get(arm, 0))

    def most(self, table: Table) -> int:
        """Return the highest number of modes that a table asks for of any arm."""
        return max((place for _, place in _asked(table)), default=1)

    def count(self, arm: Arm, most: int, place: int) -> int:
        """Return how many modes of an arm are computed where one is asked for; of one that no table has, `most`."""
        return max(self._counts.get(arm, most), place)

    def by_backend(self, arm: Arm, spec: str, count: int) -> Array:
        """Return frequencies by a backend, rad/s, exact ones proved where they can be."""
        return self._known((arm, spec, frozenset()), count, lambda count: self._solved(arm, spec, count))

    def plainly(self, arm: Arm, spec: str, count: int) -> Array:
        """Return frequencies by a backend, rad/s, as it gives them."""
        return self._known(_plain(arm, spec), count, lambda count: _solved(arm, spec, count))

    def prepare(self, arms: Iterable[Arm], spec: str, count: int) -> None:
        """Find frequencies of many arms at once, as `plainly` would give them, which is quicker than one by one."""
        wanted = [arm for arm in dict.fromkeys(arms) if self._found.get(_plain(arm, spec), (0,))[0] < count]
        if not wanted:
            return
        found = find_backend(spec).frequencies_of(wanted, count)
        for arm, omega, reason in zip(wanted, found.angular_frequency, found.reasons, strict=True):
            if not reason:
                self._found[_plain(arm, spec)] = count, omega

    def by_route(self, arm: Arm, name: str, kept: frozenset[str], count: int, solve: Callable[[int], Array]) -> Array:
        """Return frequencies by a source's own equations with some terms kept, rad/s."""
        return self._known((arm, name, kept), count, solve)

    def proved(self, arm: Arm) -> bool:
        """Say whether an arm's exact frequencies, already asked for, are certified."""
        return arm in self._proved

    def _known(self, key: _Key, count: int, solve: Callable[[int], Array | QuestionError]) -> Array:
        if self._found.get(key, (0,))[0] < count:
            try:
                self._found[key] = count, solve(count)
            except QuestionError as error:
                self._found[key] = count, error
        answer = self._found[key][1]
        if isinstance(answer, QuestionError):
            raise answer
        return answer

    def _solved(self, arm: Arm, spec: str, count: int) -> Array:
        if spec in PROVED:
            try:
                omega = _solved(arm, PROVED[spec], count)
            except QuestionError:
                pass
            else:
                self._proved.add(arm)
                return omega
        return _solved(arm, spec, count)


def _plain(arm: Arm, spec: str) -> _Key:
    return arm, f"{spec} as it is", frozenset()


def _asked(table: Table) -> list[tuple[Arm, int]]:
    """Return the arms of a table's cells, each with how many modes a cell asks for, one at least."""
    pairs = [(cell, arm) for cell in table.cells for arm in (cell.before, cell.arm) if arm is not None]
    return [(arm, max(place_of(cell, arm), 1)) for cell, arm in pairs]


def _solved(arm: Arm, spec: str, count: int) -> Array:
    try:
        return bare_frequencies(find_backend(spec), arm, count)
    except TooFewModesError as error:
        if not 0 < error.available < count:
            raise
        return _solved(arm, spec, error.available)


def place_of(cell: Cell, arm: Arm) -> int:
    """Return the number of a cell's mode among the non-zero natural frequencies; below 1 for rigid-body modes."""
    return cell.mode - (0 if cell.elastic else rigid_count(arm))
