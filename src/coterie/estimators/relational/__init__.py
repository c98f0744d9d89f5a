"""Estimators that cluster the objects of a similarity matrix."""
