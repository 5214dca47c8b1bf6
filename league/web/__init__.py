"""The common parts of pages and addresses: form fields, amounts, the frame of the API."""
