"""What a terminal can ask for."""
