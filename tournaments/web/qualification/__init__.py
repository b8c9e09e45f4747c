"""Qualification for the next tournament: the page of the director, and the list as a workbook."""
