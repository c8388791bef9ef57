"""`python -m vedette`, the same as `vedette`."""

from vedette.cli import main

if __name__ == "__main__":
    main()
