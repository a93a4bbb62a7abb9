import pytest
from threadpoolctl import threadpool_limits


@pytest.fixture(autouse=True, scope="session")
def one_thread():
    with threadpool_limits(1):
        yield


@pytest.fixture
def measure(benchmark):
    """Time a function that returns frequencies; record and return its largest relative error."""

    def answer(function, reference) -> float:
        error = abs(benchmark.pedantic(function, rounds=5, warmup_rounds=1) / reference - 1.0)
        benchmark.extra_info.update(relative_error=float(error.max()), first_relative_error=float(error[0]))
        return float(error.max())

    return answer
