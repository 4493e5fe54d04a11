"""Settings that every test shares."""

from hypothesis import settings

# A busy machine is slow, and slow is not wrong: examples are bounded in number, not in time.
# They are the same ones in each run, so that a run says something about the change before it.
# To look for new ones: --hypothesis-profile=explore.
settings.register_profile("spit", deadline=None, derandomize=True, database=None)
settings.register_profile("explore", deadline=None, print_blob=True)
settings.load_profile("spit")
