"""The dialogs of a training: the form with its choices, and the check before the start."""
