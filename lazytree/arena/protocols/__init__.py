"""Programs that play: UGI over pipes, seats over TCP, the referee of both."""
