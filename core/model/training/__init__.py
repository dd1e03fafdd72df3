"""Training: the step, the loop, schedules, checkpoints, guards, logs."""
