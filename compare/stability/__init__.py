"""At which multiples of its static loads an arm first buckles or falls."""
