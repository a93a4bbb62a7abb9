"""What one flexible link can do in large motion, by one model or another."""
