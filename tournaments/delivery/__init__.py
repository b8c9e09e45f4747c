"""Send publications, papers and copies to web hosts, disks, other servers and by e-mail."""
