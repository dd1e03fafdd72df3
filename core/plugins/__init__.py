"""The parts of our own plug-ins that know no window, a folder each, which no room outside imports."""
