"""Clusterings of pairs: how alike any two objects are, wherever that came from."""
