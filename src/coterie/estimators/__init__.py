"""The scikit-learn surface of coterie."""
