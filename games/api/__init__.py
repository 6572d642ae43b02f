"""The game for programs: JSON in, one service or query, JSON out."""
