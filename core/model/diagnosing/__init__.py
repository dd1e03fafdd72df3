"""Why a training does not learn: instruments that measure a folder, a configuration and short trials, and findings."""
