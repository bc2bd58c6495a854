"""Rows of pictures → their table, with whatever hangs on those that they take the place of."""

import sqlite3
from collections.abc import Mapping
from typing import Any

PUT = """
INSERT INTO pictures (key, path, status, version, settings, sha256, bytes, target, has_answer, record)
VALUES (:key, :path, :status, :version, :settings, :sha256, :bytes, :target, :has_answer, :record)
"""
TAKEN = """
SELECT number, key, path FROM pictures WHERE key = :key
UNION SELECT number, key, path FROM pictures WHERE target = :target AND has_answer AND :has_answer
"""
CHANGED = "UPDATE reported SET path = :path WHERE path > :path"


def put_picture(database: sqlite3.Connection, row: Mapping[str, Any]) -> None:
    """Put a picture's last line in the place of any other of it, in the transaction of the caller.

    Where its answer took the place of another picture's, that one counts as new: its answer is gone.
    """
    for number, key, path in database.execute(TAKEN, row).fetchall():
        database.execute("DELETE FROM pictures WHERE number = ?", [number])
        database.execute("DELETE FROM shown WHERE number = ?", [number])
        database.execute("DELETE FROM standing WHERE key = ?", [key])
        database.execute(CHANGED, {"path": path})
    database.execute(PUT, row)
    database.execute(CHANGED, row)
    database.execute("UPDATE report SET lines = lines + 1")
