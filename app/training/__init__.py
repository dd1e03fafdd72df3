"""The training, its plan and fields, the list of runs, TensorBoard."""
