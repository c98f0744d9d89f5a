"""
Texts as files
==============

Writes the passages of the bundled books as a folder of text files, which is how texts usually come.
`make demo` calls it, and then `coterie analyse` on the folder.
"""

import sys
from pathlib import Path

from coterie.datasets import load_book_passages

folder = Path(sys.argv[1])
folder.mkdir(parents=True, exist_ok=True)
passages = load_book_passages()
for name, text in zip(passages.row_names, passages.data, strict=True):
    (folder / f"{name}.txt").write_text(text, encoding="utf-8")
