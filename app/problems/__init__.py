"""Problems of the whole project, and their repairs."""
