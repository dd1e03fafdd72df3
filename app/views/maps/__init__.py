"""The target maps of the open image in rows below the picture, the values under the cursor, and the overlay."""
