"""Costs of labelling the objects of a similarity matrix."""
