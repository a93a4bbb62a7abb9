"""Published equations, solved as printed and with the terms that they leave out: where published values come from."""
