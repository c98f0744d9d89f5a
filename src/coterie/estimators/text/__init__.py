"""From raw texts to counts of telling words."""
