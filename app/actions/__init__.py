"""All actions as data, and the code that makes menus, keys and the palette from them."""
