"""What rules are like, from games that a computer plays against itself."""
