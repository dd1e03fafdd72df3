"""Other programs' labels, one file a format."""
