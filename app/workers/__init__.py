"""The background threads and child processes, and the messages between them and the window."""
