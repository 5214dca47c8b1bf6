"""What is measured, each script beside something to hold it against."""
