"""
Three backends on top of one another
====================================

text
"""

import compare
from flexarm import example

figure = compare.draw(example("shuttle-free-base"), 1)
