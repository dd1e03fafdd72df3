"""Our own plug-ins, a folder each. Rooms outside import none of them: they are named by `core.base.plugins.ours`."""
