"""A beam that is turned about its root by exudyn: ANCF cables in the plane, generalised-α; the beam is our link."""

from itertools import pairwise

import exudyn
import numpy as np
from exudyn.itemInterface import (
    Cable2D,
    GenericJoint,
    MarkerBodyRigid,
    ObjectGround,
    Point2DS1,
    SensorNode,
)
from scipy.interpolate import CubicSpline

from flexarm.links import Link
from flexarm.slews import Manoeuvre

exudyn.config.printToConsole = False


def exudyn_tip(link: Link, manoeuvre: Manoeuvre, elements: int, steps: int) -> np.ndarray:
    """Return where the tip of a beam is whose root turns as prescribed, m, shape (samples, 2)."""
    (turn,) = manoeuvre.turns
    rise, turned = turn.course.times[-1], turn.course.values[-1]

    def offsets(_: object, t: float, *__: object) -> list[float]:
        """Return what the root is moved and turned by, in plain arithmetic: it is asked for in every step."""
        part = min(t / rise, 1.0)
        return [0.0, 0.0, 0.0, 0.0, 0.0, turned * part**3 * (10.0 + part * (6.0 * part - 15.0))]

    mbs, length = exudyn.SystemContainer().AddSystem(), link.length / elements
    nodes = [mbs.AddNode(Point2DS1(referenceCoordinates=[k * length, 0.0, 1.0, 0.0])) for k in range(elements + 1)]
    cables = [
        mbs.AddObject(
            Cable2D(
                length=length,
                massPerLength=link.mass_per_length,
                bendingStiffness=link.flexural_rigidity,
                axialStiffness=link.axial_rigidity,
                nodeNumbers=list(pair),
            )
        )
        for pair in pairwise(nodes)
    ]
    bodies = mbs.AddObject(ObjectGround()), cables[0]
    markers = [mbs.AddMarker(MarkerBodyRigid(bodyNumber=body, localPosition=[0.0, 0.0, 0.0])) for body in bodies]
    mbs.AddObject(
        GenericJoint(
            markerNumbers=markers,
            constrainedAxes=[1, 1, 0, 0, 0, 1],
            offsetUserFunction=offsets,
        )
    )
    place = exudyn.OutputVariableType.Position
    sensor = mbs.AddSensor(
        SensorNode(nodeNumber=nodes[-1], outputVariableType=place, storeInternal=True, writeToFile=False)
    )
    mbs.Assemble()
    mbs.SolveDynamic(_settings(manoeuvre.duration, steps))
    told = mbs.GetSensorStoredData(sensor)
    told = told[np.append(True, np.diff(told[:, 0]) > 0.0)]
    # Steps that fail are halved: its times are not those of the samples.
    return CubicSpline(told[:, 0], told[:, 1:3])(manoeuvre.times)


def _settings(duration: float, steps: int) -> "exudyn.SimulationSettings":
    settings = exudyn.SimulationSettings()
    settings.timeIntegration.endTime, settings.timeIntegration.numberOfSteps = duration, steps
    settings.timeIntegration.generalizedAlpha.spectralRadius = 0.9
    settings.timeIntegration.newton.useModifiedNewton = True
    settings.solution.sensors.writePeriod, settings.solution.file.write = duration / steps, False
    return settings
