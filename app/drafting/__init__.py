"""Labels drafted by a model, doubts about known texts, and learning from corrected drafts."""
