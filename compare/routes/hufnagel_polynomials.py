"""Hufnagel's polynomials for a clamped beam (1989, equations 4.13 to 4.17), in whole fractions of the length one.

Admissible: Ψ_i = x² + … of degree i + 1, ∫ Ψ_i Ψ_j dx = 0. Comparison: Ψ = x² + … of degree four, Ψ″(1) = Ψ‴(1) = 0.
"""

from fractions import Fraction

from compare.routes.formula import Formula

Polynomial = dict[int, Fraction]  # coefficients by power


def integral_of_product(one: Polynomial, other: Polynomial) -> Fraction:
    """Return ∫ of a product from 0 to 1."""
    return sum((a * b / (i + j + 1) for i, a in one.items() for j, b in other.items()), Fraction(0))


def admissible(number: int) -> Polynomial:
    """Return Ψ_i by Gram–Schmidt on x^(i+1), scaled to the coefficient one of x²."""
    polynomials: list[Polynomial] = []
    for power in range(2, number + 2):
        made: Polynomial = {power: Fraction(1)}
        for before in polynomials:
            share = integral_of_product({power: Fraction(1)}, before) / integral_of_product(before, before)
            made = {k: made.get(k, Fraction(0)) - share * before.get(k, Fraction(0)) for k in {*made, *before}}
        polynomials.append(made)
    return {power: value / polynomials[-1][2] for power, value in polynomials[-1].items()}


# 2 + 6 c + 12 d = 0 and 6 c + 24 d = 0.
COMPARISON: Polynomial = {2: Fraction(1), 3: Fraction(-2, 3), 4: Fraction(1, 6)}


def _numerator(polynomial: Polynomial, power: int, denominator: int) -> Formula:
    """Return the size of a coefficient over one of a denominator."""
    return Formula("its conditions", lambda _: float(abs(polynomial[power]) * denominator))


POLYNOMIALS = {
    "hufnagel-4.14-cubic": _numerator(admissible(2), 3, 5),
    "hufnagel-4.15-cubic": _numerator(admissible(3), 3, 5),
    "hufnagel-4.15-quartic": _numerator(admissible(3), 4, 15),
    "hufnagel-4.16-cubic": _numerator(COMPARISON, 3, 3),
    "hufnagel-4.16-quartic": _numerator(COMPARISON, 4, 6),
}
