"""Reports as files: what is in them (`sheets`), how they are written, and that they are kept."""
