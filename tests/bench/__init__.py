"""What must stay fast, measured beside a floor or a peer in the same run (`make bench`)."""
