"""Every write of the league. One transaction each; each says which row it locks.

Split by what is written: people, events, results (with charges), standings.
"""
