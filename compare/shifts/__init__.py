"""How far a one-link arm's natural frequencies shift: from the rigid model's, and with the shapes assumed."""
