"""Plain HTTP: who may ask, the browser client's files, and the form of answers.

Owns what needs no table.
"""
