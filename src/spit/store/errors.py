"""What can go wrong with a store."""


class StoreError(Exception):
    """Something cannot be kept, or read back.

    Its text is one sentence for a person: what is wrong, and what to do. What lies behind it (the
    driver's error, the system's) is its ``__cause__``.
    """
