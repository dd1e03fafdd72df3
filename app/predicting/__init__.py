"""All requests to the prediction process, and the predictions that the window shows."""
