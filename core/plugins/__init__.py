"""The parts of our own plug-ins that need no window, one folder each, which no other room imports."""
