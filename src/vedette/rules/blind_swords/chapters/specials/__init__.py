"""What only some scenarios have: named procedures with the parameters of a `[[special]]` row (KT 20.2 to 20.6)."""
