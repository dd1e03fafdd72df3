"""Finds what is installed beside the program: the folders that count, and the packages in them."""
