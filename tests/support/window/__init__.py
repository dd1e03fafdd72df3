"""The window and its canvas worked on as a user does."""
