"""Signs of life of the clock and the workers."""
