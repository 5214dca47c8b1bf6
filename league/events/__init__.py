"""Events with their tables and seats: who may see them, attendance, and the order at the tables."""
