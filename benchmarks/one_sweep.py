"""One sweep in a process of its own, so that the peak memory is that sweep's: `python -m benchmarks.one_sweep`."""

import json
import resource
import sys
import time

import numpy as np

from compare import sweep
from flexarm.examples import example


def main(side: int, output: str, workers: int) -> None:
    """Sweep the free-base Shuttle arm over side × side postures; print wall time, s, and peak memory, bytes."""
    angles = np.linspace(-150.0, 150.0, side).tolist()
    start = time.perf_counter()
    sweep(example("shuttle-free-base"), {"link2.angle": angles, "link3.angle": angles}, output=output, workers=workers)
    seconds = time.perf_counter() - start
    unit = 1 if sys.platform == "darwin" else 1024
    own, worker = (unit * resource.getrusage(who).ru_maxrss for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    print(json.dumps({"seconds": seconds, "peak_bytes": own, "worker_peak_bytes": worker}))


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2], int(sys.argv[3]))
