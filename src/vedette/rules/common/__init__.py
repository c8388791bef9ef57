"""What families of rules share that is not rules.

text        words of events, lines of the log, news, sections of cards, what is said beside a question
assist      names in gestures, marches of many, overlays
ai          what commanders share
positions   what every position file may hold
setting, sight, laws    the same setting with something changed, a line of sight, laws of several families

A family imports what it needs and gives what only it knows as data or as a function; nothing here imports a family. The
chapters of a book import no more of this than values (`.importlinter`).
"""
