"""Formulas of a table file: arithmetic with the names of its parameters and columns, read without running anything."""

import ast
import math
import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from flexarm.errors import Fault, InputError

_BINARY: Mapping[type[ast.operator], Callable[[float, float], float]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.Pow: operator.pow,
}
_UNARY: Mapping[type[ast.unaryop], Callable[[float], float]] = {ast.UAdd: operator.pos, ast.USub: operator.neg}
_FUNCTIONS: Mapping[str, Callable[..., float]] = {
    "sqrt": math.sqrt,
    "sin": math.sin,
    "cos": math.cos,
    "tan": math.tan,
    "exp": math.exp,
    "log": math.log,
    "abs": abs,
    "min": min,
    "max": max,
    "round": lambda value, decimals=0.0: round(value, int(decimals)),
}
_CONSTANTS = {"pi": math.pi, "deg": math.pi / 180.0}
# Its arguments: a mode's number as the table counts, and variants to apply first.
FREQUENCY = "frequency"
_LONGEST = 1500


@dataclass(frozen=True)
class Expression:
    """Arithmetic with names: numbers, + − * / **, parentheses, functions, and ``frequency(n, "variant", …)``."""

    text: str
    tree: ast.expr

    @property
    def names(self) -> set[str]:
        """The names of parameters and columns in it."""
        called = {node.func.id for node in ast.walk(self.tree) if isinstance(node, ast.Call)}  # type: ignore[attr-defined]
        found = {node.id for node in ast.walk(self.tree) if isinstance(node, ast.Name)}
        return found - called - set(_CONSTANTS)

    @property
    def frequencies(self) -> set[tuple[int, tuple[str, ...]]]:
        """The natural frequencies in it: numbers of modes, and variants."""
        calls = [node for node in ast.walk(self.tree) if isinstance(node, ast.Call)]
        return {_asked(node) for node in calls if node.func.id == FREQUENCY}  # type: ignore[attr-defined]

    def value(self, names: Mapping[str, float], frequency: Callable[[int, tuple[str, ...]], float]) -> float:
        """Return its value, NaN where it has none, for values of the names and of natural frequencies, rad/s."""
        try:
            return float(_value(self.tree, {**_CONSTANTS, **names}, frequency))
        except (ArithmeticError, ValueError, TypeError, KeyError):
            return math.nan


def expression(text: str) -> Expression:
    """Return the expression that a text writes, or refuse it with what it may hold."""
    try:
        if len(text) > _LONGEST:
            raise SyntaxError
        tree = ast.parse(text, mode="eval").body
        _check(tree)
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        functions = ", ".join([*_FUNCTIONS, f'{FREQUENCY}(1, "variant")'])
        wanted = (
            f"arithmetic of numbers, names of parameters and columns, {', '.join(_CONSTANTS)}, and {functions}; or the "
            "name of a formula that flexarm knows"
        )
        raise InputError([Fault("", wanted, repr(text[:_LONGEST]))]) from None
    return Expression(text, tree)


def _check(node: ast.expr) -> None:
    """Raise SyntaxError where a node is not of the arithmetic."""
    match node:
        case ast.Constant(value=value) if isinstance(value, int | float) and not isinstance(value, bool):
            return
        case ast.Name():
            return
        case ast.UnaryOp(op=sign, operand=operand) if type(sign) in _UNARY:
            return _check(operand)
        case ast.BinOp(left=left, op=sign, right=right) if type(sign) in _BINARY:
            _check(left)
            return _check(right)
        case ast.Call(func=ast.Name(id=name), args=arguments, keywords=[]) if name in _FUNCTIONS and arguments:
            for argument in arguments:
                _check(argument)
            return
        case ast.Call(func=ast.Name(id=name), keywords=[]) if name == FREQUENCY:
            _asked(node)
            return
    raise SyntaxError


def _asked(node: ast.Call) -> tuple[int, tuple[str, ...]]:
    """Return mode and variants of a natural frequency, or raise SyntaxError."""
    values = [argument.value if isinstance(argument, ast.Constant) else None for argument in node.args]
    mode, *variants = values or [None]
    if not isinstance(mode, int) or mode < 1 or not all(isinstance(name, str) for name in variants):
        raise SyntaxError
    return mode, tuple(map(str, variants))


def _value(node: ast.expr, names: Mapping[str, float], frequency: Callable[[int, tuple[str, ...]], float]) -> float:
    match node:
        case ast.Constant(value=value):
            return float(value)  # type: ignore[arg-type]
        case ast.Name(id=name):
            return names[name]
        case ast.UnaryOp(op=sign, operand=operand):
            return _UNARY[type(sign)](_value(operand, names, frequency))
        case ast.BinOp(left=left, op=sign, right=right):
            return _BINARY[type(sign)](_value(left, names, frequency), _value(right, names, frequency))
        case ast.Call(func=ast.Name(id=name), args=arguments) if name != FREQUENCY:
            return _FUNCTIONS[name](*(_value(argument, names, frequency) for argument in arguments))
    assert isinstance(node, ast.Call)
    return frequency(*_asked(node))
