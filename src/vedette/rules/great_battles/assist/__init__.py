"""What helps whoever answers: gestures, plans, overlays."""
