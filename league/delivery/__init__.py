"""Ways by which a text of the club reaches a person: at once, once a day in one mail, or on
paper.
"""
