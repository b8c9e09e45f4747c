"""What is typed into the pages: fields, their refusals in words, and what they mean for the day."""
