"""The pages: a counter each, with a tournament or without one."""
