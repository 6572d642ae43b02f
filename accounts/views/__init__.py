"""The pages of accounts: each parses, calls one service, and answers."""
