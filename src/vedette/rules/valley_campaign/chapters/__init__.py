"""What the book says, by its chapters, and nothing else."""
