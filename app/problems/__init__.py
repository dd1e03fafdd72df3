"""What checks found in the whole project, and repairs of it."""
