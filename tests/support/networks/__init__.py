"""Networks and trainings that are small enough for a test."""
