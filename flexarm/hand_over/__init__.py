"""Hand-over: an arm's model as arrays that other tools take."""

from flexarm.hand_over.control import to_control as to_control
from flexarm.hand_over.inputs import Input as Input
from flexarm.hand_over.inputs import inputs as inputs
from flexarm.hand_over.matrices import Matrices as Matrices
from flexarm.hand_over.matrices import matrices as matrices
from flexarm.hand_over.state_space import state_space as state_space
from flexarm.hand_over.uff import save_uff as save_uff
