"""The outbox: every mail is a row first, and is sent, put off or given up by one worker."""
