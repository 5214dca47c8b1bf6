"""„Unser Club“: what a club says about itself, when it is founded and ever after."""
