"""How well two colours are told from each other."""

from PySide6.QtGui import QColor


def contrast(first: QColor, second: QColor) -> float:
    """Of WCAG 2.2: from 1 to 21."""

    def luminance(colour: QColor) -> float:
        linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in colour.getRgbF()[:3]]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    lighter, darker = sorted((luminance(first), luminance(second)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)
