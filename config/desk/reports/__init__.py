"""Reports: what each kind says, who may have it, how it is made and mailed.

The rows are the league's (`league.reports.models`); here is the one room that may ask every app.
"""
