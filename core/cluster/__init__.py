"""Several workers that train together: their addresses, their meeting and their messages, without TensorFlow."""
