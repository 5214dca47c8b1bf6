"""What every page and address is made of: form fields, amounts, the frame of the API."""
