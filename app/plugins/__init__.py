"""Our own plug-ins, a folder each, which `core.base.plugins.ours` names, because no room outside imports them."""
