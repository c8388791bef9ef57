"""What families of rules share that is not rules: words, overlays, gestures, plans, position files.

A family imports what it needs and gives what only it knows as data or as a function. Nothing here imports a family, and
the chapters of a book import nothing of this but values (`.importlinter`).
"""
