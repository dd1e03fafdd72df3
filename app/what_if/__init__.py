"""The instrument What if?: the open image changed by hand, its readings, and the values at which they change."""
