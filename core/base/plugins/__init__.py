"""Plug-ins: how one describes itself, which are installed, and which of them are on.

A table that plug-ins add to asks `active.plugins()`: nothing enters itself anywhere when it is imported.
"""
