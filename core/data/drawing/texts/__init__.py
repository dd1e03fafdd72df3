"""Texts for synthetic words: random words, words of a corpus, words by frequency, numbers and codes."""
