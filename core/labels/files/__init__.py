"""The label file, its journal and its history."""
