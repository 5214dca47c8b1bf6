"""Tables of the time before the app: taken over as they were written, never counted with games."""
