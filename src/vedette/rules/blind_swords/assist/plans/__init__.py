"""Plans: whole gestures worth giving at the open decision, with their exact chances. Rules are asked, not kept here."""
