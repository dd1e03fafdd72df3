"""Training a network: the step, the loop, schedules, checkpoints, guards and logs."""
