"""Banners, the conflict and recovery dialogs, background jobs."""
