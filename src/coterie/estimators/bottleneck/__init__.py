"""The Information Bottleneck: clusters of rows that keep what the rows tell about the columns."""
