"""Clusters around centres that stand for their members."""
