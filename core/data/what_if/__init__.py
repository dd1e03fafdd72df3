"""What if: chosen changes of one image with its label, and how far what is read depends on them."""
