"""The panel Evaluation, which shows how well the chosen model reads a folder, and the words behind each number."""
