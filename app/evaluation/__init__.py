"""The evaluation of the chosen model on the labelled words of a folder, and the potential gain of its branches."""
