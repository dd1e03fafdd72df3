"""What if: the open image changed by hand, what models read in it, and from where on they read something else."""
