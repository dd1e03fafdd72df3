"""The TextScanner network, its metrics, training and use."""
