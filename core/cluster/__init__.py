"""Several workers that train together: their addresses, how they meet, what they tell each other. No TensorFlow."""
