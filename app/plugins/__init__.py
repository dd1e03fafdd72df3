"""The program's own plug-ins, one in each folder, listed in `core.base.plugins.ours`, since no room imports them."""
