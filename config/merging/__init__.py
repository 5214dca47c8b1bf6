"""Two records of one person become one. It stands above all apps, because each of them holds
something of a person.
"""
