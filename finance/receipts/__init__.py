"""What a year really brought in and cost: money by the day on which it came or went."""
