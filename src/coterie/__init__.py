"""Information-theoretic clustering."""
