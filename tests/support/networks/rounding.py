"""How far apart two float32 results may lie that differ only in how their sums were taken.

Which order a matrix product adds its terms in depends on its shape, on the instructions of the processor and on the
library that computes it, so that results which are equal on paper are not equal to the bit.
"""

import numpy as np

EPS = float(np.finfo(np.float32).eps)
"""Distance from 1 to the next float32: 2⁻²³."""


def rounding(terms: int, magnitude: float = 1.0) -> float:
    """Largest difference of two float32 sums of the same products.

    A product and each addition round by at most eps/2 of what they give, and no partial sum is larger than the sum of
    the products' magnitudes. So each of the two sums is wrong by at most eps/2 · terms · magnitude, to first order, and
    they differ by at most twice that. `terms`: products in a sum; of a layer: the weights of an output channel, bias
    included. A softmax counts one term a class, and four more for the exponential, the division and what the
    probability is multiplied by. `magnitude`: sum of the products' magnitudes: the result itself where all products are
    positive. 1 makes the difference a relative one.
    """
    return terms * EPS * magnitude
