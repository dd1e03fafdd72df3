"""The program's own plug-ins, one in each folder, known only to `core.base.plugins.ours`, since no room imports them."""
