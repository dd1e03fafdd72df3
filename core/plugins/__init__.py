"""Our own plug-ins, a folder each: their parts that know no window. Rooms outside import none of them."""
