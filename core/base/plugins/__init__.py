"""Describes plug-ins, finds those that are installed, and knows which are on.

A table that plug-ins add to asks `active.plugins()`: nothing enters itself anywhere when it is imported.
"""
