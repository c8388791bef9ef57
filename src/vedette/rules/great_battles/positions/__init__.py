"""The position files of the referee (docs/positions.md): their keys, their counters, where play begins."""
