"""The folder of images: its settings, listing, watching."""
