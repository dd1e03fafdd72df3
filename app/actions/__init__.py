"""Every action as data, and what makes menus, keys and the palette of it."""
