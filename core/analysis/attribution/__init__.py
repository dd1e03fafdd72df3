"""Reasons for misread words: corrections, oracle combinations of predicted and target maps, and repairs."""
