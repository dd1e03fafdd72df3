"""The choices of a project: charset, target maps, texts and validation."""
