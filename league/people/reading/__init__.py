"""Lists of people from elsewhere: pasted, CSV, Excel, vCard. Pure: no Django, no database."""
