"""The public names are a promise: the list changes on purpose, with a line in the changelog."""

NAMES = "tests/architecture/public_names.txt"


def test_public_names_are_those_promised(public, root):
    promised = set((root / NAMES).read_text().split())
    missing = sorted(promised - set(public))
    unlisted = sorted(set(public) - promised)
    assert not missing, f"users rely on these names: {missing}"
    assert not unlisted, (
        f"add these to {NAMES} and to CHANGELOG.md, or make them private: {unlisted}"
    )
