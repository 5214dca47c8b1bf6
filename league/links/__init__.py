"""The link of a table: access without an account, and the history of holders of its phone."""
