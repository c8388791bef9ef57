"""What the book says, by its chapters, and nothing else.

2.8, 10         setup.py            set-up by its owner, a scenario begun
3               sequence.py         turns and phases
4.1, 4.10       zones.py            zones of control, stacking
4.4 to 4.17     movement.py         the movement phase, leaving the map
4.12, 7.3       sight.py            line of sight
4.14 to 4.16    ground.py           what a step costs, what nobody crosses
5               reinforcements.py   who comes, and where
6.1 to 6.7      combat.py           who attacks whom, one attack
6.8 to 6.10     odds.py             odds, and every shift
6.2, 6.3        losses.py           steps lost, demoralization, recovery
6.12 to 6.14    retreat.py          retreats, and room made for them
6.15            advance.py          the advance into an emptied hex
7               bombardment.py      guns
8               leaders.py          whom a leader helps; lost, replaced, made
9               bridges.py          burned, repaired
10.4, 10.8      victory.py          points and winners

`deeds.py` has the few functions that change the field.
"""
