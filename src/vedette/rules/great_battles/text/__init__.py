"""What is told of a game: events in words, the log, news, cards, the list of units."""
