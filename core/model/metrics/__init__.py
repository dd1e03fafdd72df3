"""How good a reading is."""
