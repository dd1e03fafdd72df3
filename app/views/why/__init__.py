"""The panel "Why is it wrong?": the branch of the network, or the label, that causes a mistake, with the proof."""

from app.views.why.panel import WhyPanel

__all__ = ["WhyPanel"]
