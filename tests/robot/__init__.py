"""A robot that presses random keys, clicks and moves the focus, and looks after each whether a label was harmed."""
