"""What every test runs under: one BLAS thread, and the same hypothesis examples every time."""

from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, Phase, settings
from threadpoolctl import threadpool_limits

# `quick` reports the first arm that breaks a law as it is, for shrinking one takes minutes; `thorough` tries many more
# and shrinks: pytest --hypothesis-profile=thorough
_COMMON = {
    "deadline": None,
    "derandomize": True,
    "database": None,
    "suppress_health_check": [HealthCheck.too_slow, HealthCheck.filter_too_much],
}
settings.register_profile("quick", max_examples=6, phases=(Phase.explicit, Phase.generate), **_COMMON)
settings.register_profile("thorough", max_examples=25, **_COMMON)
settings.load_profile("quick")


# Minutes of work in one fixture.
_LONGEST = "test_validation.py"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Files with slow tests first: one that comes last leaves the other cores idle; each whole, for its fixtures."""
    slow = {item.path for item in items if item.get_closest_marker("slow")}
    items.sort(key=lambda item: (item.path.name != _LONGEST, item.path not in slow))


@pytest.fixture(scope="session", autouse=True)
def one_blas_thread() -> Iterator[None]:
    with threadpool_limits(limits=1, user_api="blas"):
        yield
