"""Background threads, child processes, and the messages between them and the window."""
