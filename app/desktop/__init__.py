"""The machine around the program: its folders, theme, window state, doctor, start, log of errors."""
