"""Every setting as data, and the store."""
