"""What is said of a game: events in words, the log, news, cards, views, lists. Nothing here changes it."""
