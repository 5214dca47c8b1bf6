"""Bank files, matching their lines, GiroCodes."""
