"""Settings that every test shares."""

from hypothesis import settings

# A busy machine is slow, and slow is not wrong: examples are bounded in number, not in time.
settings.register_profile(
    "spit", settings.get_profile(settings.get_current_profile_name()), deadline=None
)
settings.load_profile("spit")
