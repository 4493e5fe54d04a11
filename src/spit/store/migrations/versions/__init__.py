"""The revisions, one module each; `spit.store.schema` lists them."""
