"""Synthetic word images, drawn from fonts, with exact polygons."""
