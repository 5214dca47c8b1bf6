"""Events with their tables and seats: who may see which, who is there, who sits where."""
