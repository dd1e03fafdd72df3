"""Child processes that stand in for those of the program, and what is known of them."""
