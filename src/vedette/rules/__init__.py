"""The families of rules: one package each, found by entry point; nothing above imports them."""
