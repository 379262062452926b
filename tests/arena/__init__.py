"""Programs that play: the engine, the referee."""
