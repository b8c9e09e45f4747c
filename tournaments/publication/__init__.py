"""5  Publication: freeze after a version, print, hang up."""
