"""Instruments that examine one image or one model more closely, and that are independent of each other.

They are: why the open image is read so, the repair of its prediction, two runs side by side, the inside of the model,
and the image on trial.
"""
