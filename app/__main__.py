"""`python -m app`: the `textscanner` command without its script on the path."""

from app.cli import main

main()
