"""Target maps, and what a word's maps read as."""
