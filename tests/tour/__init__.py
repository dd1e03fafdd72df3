"""A tour of the whole window with real events: checks that each stage works, with pictures and a report.

`python -m tests.tour FOLDER` draws a project, labels, trains, reads and reviews as a person would in the first ten
minutes, and writes pictures and `report.html` into FOLDER. It needs no screen.
"""
