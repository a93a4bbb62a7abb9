"""The L-shaped cantilever of exudyn's geometrically exact beams, linearised: Timoshenko beams in space."""

import exudyn
import numpy as np
from exudyn.itemInterface import NodeRigidBodyRotVecLG, ObjectBeamGeometricallyExact
from scipy.linalg import eigh

from flexarm.arm import Arm
from flexarm.links import Link

exudyn.SetWriteToConsole(False)


def exudyn_frequencies(arm: Arm, elements: int, count: int) -> np.ndarray:
    """Return the first natural frequencies of two welded links in the x-y plane, the first clamped, rad/s."""
    mbs, start, angle = exudyn.SystemContainer().AddSystem(), np.zeros(3), 0.0
    for link in arm.links:
        angle += np.deg2rad(link.angle)
        axis, length = np.array([np.cos(angle), np.sin(angle), 0.0]), link.length / elements
        for k in range(elements + 1):
            place = [*(start + k * length * axis), 0.0, 0.0, angle]
            node = mbs.AddNode(NodeRigidBodyRotVecLG(referenceCoordinates=place))
            if k:
                beam = ObjectBeamGeometricallyExact(
                    nodeNumbers=[node - 1, node], length=length, sectionData=section(link)
                )
                mbs.AddObject(beam)
        start = start + link.length * axis
    mbs.Assemble()
    mass, stiffness = matrices(mbs)
    free = welded(len(mass), elements, np.deg2rad(arm.links[1].angle))
    return np.sqrt(eigh(free.T @ stiffness @ free, free.T @ mass @ free, eigvals_only=True)[:count])


def section(link: Link) -> exudyn.BeamSection:
    """Return a link's section; exudyn's rigidities in shear are along y and z, those in bending about them."""
    (about_z, about_y), (along_y, along_z) = link.about("flexural_rigidity"), link.about("shear_rigidity")
    turning_z, turning_y = link.about("rotary_inertia_per_length")
    own = exudyn.BeamSection()
    own.massPerLength = link.mass_per_length
    own.stiffnessMatrix = np.diag([link.axial_rigidity, along_y, along_z, link.torsional_rigidity, about_y, about_z])
    own.inertia = np.diag([link.polar_inertia_per_length, turning_y, turning_z])
    return own


def matrices(mbs: "exudyn.MainSystem") -> tuple[np.ndarray, np.ndarray]:
    """Return mass and stiffness at rest."""
    solver, settings = exudyn.MainSolverStatic(), exudyn.SimulationSettings()
    settings.solutionSettings.writeSolutionToFile = False
    solver.InitializeSolver(mbs, settings)
    solver.ComputeMassMatrix(mbs)
    mass = solver.GetSystemMassMatrix()
    solver.ComputeJacobianODE2RHS(mbs, scalarFactor_ODE2=-1, scalarFactor_ODE2_t=0, computeLoadsJacobian=0)
    stiffness = solver.GetSystemJacobian()[: len(mass), : len(mass)]
    solver.FinalizeSolver(mbs, settings)
    return mass, stiffness


def welded(size: int, elements: int, angle: float) -> np.ndarray:
    """Return the coordinates of all nodes, whose rotations are in their own axes, by those that are free."""
    tip, root = 6 * elements, 6 * elements + 6
    whole = np.eye(size)
    turn = np.array([[np.cos(angle), np.sin(angle), 0.0], [-np.sin(angle), np.cos(angle), 0.0], [0.0, 0.0, 1.0]])
    whole[root : root + 3, tip : tip + 3], whole[root + 3 : root + 6, tip + 3 : tip + 6] = np.eye(3), turn
    return np.delete(whole, [*range(6), *range(root, root + 6)], axis=1)
