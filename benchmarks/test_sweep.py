"""A sweep's time, memory and accuracy by grid points, on two workers into Zarr; see README.md in this folder."""

import json
import subprocess
import sys

import pytest
import xarray as xr

from flexarm.examples import example
from tests.characteristic import root_near

SHUTTLE = example("shuttle-free-base")
WORKERS = 2


def swept(side, output):
    """Sweep side × side postures in a process of its own; return what it cost."""
    command = [sys.executable, "-m", "benchmarks.one_sweep", str(side), str(output), str(WORKERS)]
    return json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def worst_error(found):
    """The largest relative error of the last point's frequencies against roots of the characteristic equation."""
    last = found.isel({"link2.angle": -1, "link3.angle": -1})
    arm = SHUTTLE.with_angles(link2=float(last["link2.angle"]), link3=float(last["link3.angle"]))
    return max(abs(float(omega / root_near(arm, omega)) - 1.0) for omega in last.angular_frequency.values)


@pytest.mark.benchmark(group="sweep of the Shuttle arm, free base, first 4, by number of points")
@pytest.mark.parametrize("side", [10, 32, 100, 316, pytest.param(1000, marks=pytest.mark.slow)])
def test_sweep(benchmark, request, tmp_path, side):
    if request.config.getoption("benchmark_disable") and side > 10:
        pytest.skip("one small sweep shows that it runs")
    output = tmp_path / "sweep.zarr"
    cost = benchmark.pedantic(swept, (side, output), rounds=1)
    with xr.open_zarr(output) as found:
        assert not found.status.any()
        error = worst_error(found)
    seconds = cost.pop("seconds")
    benchmark.extra_info.update(cost, relative_error=error, microseconds_a_point=1e6 * seconds / side**2)
    assert error < 1e-12
