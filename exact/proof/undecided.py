"""What ball arithmetic says when the precision in use cannot tell a sign."""


class Undecided(ArithmeticError):
    """A ball contains zero; more precision will tell, unless the true value is zero."""
