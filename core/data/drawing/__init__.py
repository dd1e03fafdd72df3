"""Word images drawn from fonts, with exact polygons."""
