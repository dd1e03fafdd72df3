"""The first steps of a newcomer as a checklist, whose steps are ticked off as soon as they are done."""
