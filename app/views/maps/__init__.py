"""The target maps of the open image: rows below the picture, values under the cursor, the overlay."""
