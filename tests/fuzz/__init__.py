"""A fuzzer of every reader: damaged files, and pipes, devices and folders in their place.

Each case ends with a result or one clean sentence, within a time limit and a gigabyte, and writes nothing outside.
"""
