"""The target maps of the open image: rows below it, values under the cursor, what lies over the picture."""
