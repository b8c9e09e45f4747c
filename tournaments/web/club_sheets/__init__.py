"""The sheet of a club, which its representative fills in, and the organiser's page of the links to it."""
