"""The demo club: invented people, and a season that the engine plays out from a seed.

`cast` are the people and `season` the evenings, as data; `turns` and `play` make legal logs without
a database; `fill` and its neighbours write it all through the services of the apps below.
"""
