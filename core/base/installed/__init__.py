"""Finds the packages installed beside the program, and the folders that count."""
