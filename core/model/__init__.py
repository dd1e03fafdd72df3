"""The TextScanner network, its metrics, training and use.

Every module that imports Keras lies below this one, so that Keras is set up here before it is imported.
"""

from core.base.keras_home import set_up_keras

set_up_keras()
