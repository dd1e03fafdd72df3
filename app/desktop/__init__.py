"""The program's surroundings on the machine: its folders, theme, window state, doctor, start, and log of errors."""
