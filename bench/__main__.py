"""``make bench``: measure what was promised a speed, and print it beside what is wanted."""

from bench import rules_play, screen

rules_play.main()
screen.main()
