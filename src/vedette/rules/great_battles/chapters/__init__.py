"""What the book says, by its chapters, and nothing else.

3, 21       setup.py            set-up by its owner, a game begun
4           sequence.py         turns and phases, the final command phase, what lies between two turns
4 A, 17.1   command.py          who is in command
5           movement.py         the movement phase, and what is left for a unit to do
            moves.py            who may move where, and change formation (6.2)
6, 7        formations.py       formation and facing
8           stacking.py         stacks, and reserve (8.7)
9           terrain.py          what a step costs, what nobody crosses
10          fire.py             the fire phases, and one fire to its last result
            columns.py          strengths, and the column of a fire
            sight.py            line of sight (10.6)
            losses.py           who is hit, what he loses; pins (10.8), gun crews (18.8)
11          zones.py            zones of control
            zone_fire.py        withdrawal fire, retreat fire
12          supply.py           the wagon, ammunition, rounds
13          melee.py            who may attack whom, strengths, one melee
            melee_results.py    what it does, melees that go on
            evasion.py          retreat before melee (13.7, 18.1)
14          rout.py             checks for rout, rout, crews that flee
15          retreats.py         where a retreat can go, and one retreat
16          leaving.py          leaving the map
21.22       edges.py            entering it
17          leaders.py          who leads whom, who falls, who follows
18.2        charge.py           charges
19          army_morale.py      points of army morale
20          effectiveness.py    brigades that have lost too much
22          victory.py          points and levels
23          overshoot.py        fire that goes too far (optional)

`deeds.py` has the few functions that change the field.
"""
