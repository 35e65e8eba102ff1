"""Speed as ratios in one run: what is ours against the physical limit under it.

`door` plays settling commands and writes the very same rows bare, `hordak` posts the same lines
with django-hordak, `rules` plays coups with no database at all.
"""
