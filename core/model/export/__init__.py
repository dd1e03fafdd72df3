"""Export of a model to formats of other programs, with readers, counts of operators, and checks of agreement."""
