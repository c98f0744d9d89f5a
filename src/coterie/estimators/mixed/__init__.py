"""Ordinary tables: columns of measurements, names and grades become likenesses between rows."""
