"""Scripts that measure, each with something to hold the figure against."""
