"""All settings as data, and the file that stores their values."""
