"""What the book says, by its chapters (those of *Kernstown*), and nothing else.

Chapter -> file:

- 2 victory: `victory`
- 3, 13.3 to 13.5 what a step costs: `costs`
- 4, 15.5 strengths, ratings, Unit Support, Lead Unit: `values`
- 6 stacking: `stacking`
- 7 sequence of play, 18 End Turn Phase: `sequence`
- 8 Command Decision Phase: `command`
- 9 Artillery Phase: `artillery`
- 10.1 to 10.3 draws: `chits`; held chits and when they may be played: `windows`
- 10.4 Event chits: `events`, `event_actions`; 10.4b Common Events, Surprise Attack: `common_events`
- 10.5 Wild chits: `wild`; units that stray: `uncontrolled`
- 10.6, 10.7 who can be activated, 11 Orders: `orders`; an activation: `activation`
- 12 who may fire at what: `range`; Line of Sight: `sight`; column and shifts: `fire_shifts`; a fire: `fire`
- 13 where a unit may move, mounting: `movement`; its move: `unit_moves`; the Movement Step: `movement_step`
- 13.7 Opportunity Fire: `opportunity`; 13.8 cavalry withdraws: `withdrawal`
- 13.10 charges: `charge`, `charge_targets`; 13.11 reinforcements: `reinforcements`
- 14 Close Combat, Defensive Fire: `close_combat`; its column: `close_shifts`
- 15 Cohesion Tests: `cohesion`; depletion, Morale Hits, Break Tests, Panic: `morale`
- 15.4 retreats, 15.8 Advance After Close Combat: `retreat`
- 16 Skirmish Order: `skirmish`
- 17 Rally: `rally`
- 20 scenarios: `setup`; units held back: `held_back`; chits on tracks, brigades called: `tracks`
- deeds that all of them share (place, change, take off, exit): `deeds`

Procedures that call each other in a ring start one another by name (`engine.procedure.by_name`).
"""
