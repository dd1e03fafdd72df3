"""What if? on the canvas: a copy of the open image that is changed, what is read in it, and the bar of its sliders."""

from app.views.what_if.trial import Trial

__all__ = ["Trial"]
