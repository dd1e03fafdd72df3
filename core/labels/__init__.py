"""The label of one word image: its edits, target maps, files, checks and formats."""
