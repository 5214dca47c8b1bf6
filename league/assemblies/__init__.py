"""Members’ meetings: called, held, voted and elected by hand count, minutes."""
