"""``make bench``: measure what was promised a speed, and print it beside what is wanted."""

from bench import rules_play, screen, server_load

rules_play.main()
server_load.main()
screen.main()
