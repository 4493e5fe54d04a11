"""How the schema came to be what it is, revision by revision; run by `spit.store.migrate` alone."""
