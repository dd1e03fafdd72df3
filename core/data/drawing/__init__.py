"""Draws synthetic word images from fonts, with exact polygons."""
