"""The problems that one label can have, and their fixes."""
