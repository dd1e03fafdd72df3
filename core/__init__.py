"""The part of the program that works without a screen."""
