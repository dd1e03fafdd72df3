"""Finds why a training does not learn, with instruments that measure a folder, a configuration and short trials."""
