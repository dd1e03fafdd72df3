"""What-if changes of one image with its label, and the dependence of the reading on them."""
