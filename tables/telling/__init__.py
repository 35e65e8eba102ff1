"""How a table is told to people, whichever page they look at: sums, events, the games' names."""
