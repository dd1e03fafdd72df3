"""The label file, its recovery journal and its history."""
