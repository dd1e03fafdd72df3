"""Texts to draw: random words, words of a corpus, words by frequency, numbers and codes."""
