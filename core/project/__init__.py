"""The project's folder of images: its settings, its listing, and watching it for changes."""
