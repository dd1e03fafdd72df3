"""Why is it wrong? Which branch of the network, or the label, a mistake comes from, and what proves it."""

from app.views.why.panel import WhyPanel

__all__ = ["WhyPanel"]
