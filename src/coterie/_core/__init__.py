"""What every package stands on: errors, types, checks, random streams, compilation, progress."""
