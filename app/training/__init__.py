"""The training with its plan and fields, the list of runs, and TensorBoard."""
