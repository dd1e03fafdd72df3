"""Reasons why a training does not learn: instruments that measure a folder, a configuration and trials; findings."""
