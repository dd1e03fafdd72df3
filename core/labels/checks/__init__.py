"""What can be wrong in one label, and its fixes."""
