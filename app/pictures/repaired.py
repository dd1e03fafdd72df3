"""Pictures of the smallest repair of a prediction, with the repaired map pixels drawn over the map and the image."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from app.display import MapName
from app.pictures.map_colours import MapImage, argb_image, frame_of, turned_back, upright
from app.session import Session

_MARK = np.uint32(0xFFFF00FF)  # magenta: in no colormap, and seldom in a picture
_CLEAR = np.uint32(0)
_NAMES: dict[str, MapName] = {"class": "character", "order": "order", "localization": "localization"}


class ShownRepair(NamedTuple):
    """The repaired map, and its repaired pixels."""

    name: MapName
    """The map that the repair changes."""
    image: MapImage
    """The repaired map pixels, in an image that is transparent elsewhere."""


def smallest_repair(session: Session) -> ShownRepair | None:
    """Return the smallest repair of the open image's prediction, or None while none is shown."""
    repair, size = session.instruments.prediction_repair, session.editor.image_size
    base, smallest = repair.base, repair.smallest
    if base is None or smallest is None or size is None:
        return None
    area = turned_back(smallest.area, base.spec, size)
    image = argb_image(np.where(area, _MARK, _CLEAR))
    shown = MapImage(image, upright(base.spec, size), 0.0, 1.0, False, frame=frame_of(base.spec, size))
    return ShownRepair(_NAMES[smallest.branch], shown)
