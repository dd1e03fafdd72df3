"""Target maps, and decoding a word's maps into its text."""
