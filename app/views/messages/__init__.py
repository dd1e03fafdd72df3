"""The banners, the dialogs about conflicts and recovery, and the background jobs."""
