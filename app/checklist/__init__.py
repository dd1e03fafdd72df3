"""The first steps of a newcomer as a checklist: which are done, and how that is noticed."""
