"""What is inside a network: its layers, what each gives for an image, and which of its channels do anything."""
