"""What families of rules share that is not rules.

text        words for events, lines of the log, news, sections of cards, what is said beside a question
assist      names in gestures, marches of several units, overlays
ai          what commanders share
positions   what every position file may hold
rulebook    the base of rulebooks in whose games nothing is hidden
setting     what all settings have
sight       a line of sight with its reasons
laws        laws that the states of several families keep

A family imports what it needs, and passes in what only it knows as data or as a function; nothing here imports a
family. The chapters of a book import only values from here (`.importlinter`).
"""
