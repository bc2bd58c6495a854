"""Settings and version → a fingerprint: answers with another are made anew."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass

from ..version import VERSION

FINGERPRINT_BYTES = 8


@dataclass(frozen=True, slots=True)
class Fingerprint:
    """What answers depend on besides the picture."""

    version: str
    """Of the program."""
    settings: str
    """Digest of all that was asked for."""


def fingerprint(settings: Mapping[str, object], version: str | None = None) -> Fingerprint:
    """Return the fingerprint of settings and this version of the program, or another."""
    text = json.dumps(settings, default=str, sort_keys=True)
    digest = hashlib.blake2b(text.encode("ascii"), digest_size=FINGERPRINT_BYTES).hexdigest()
    return Fingerprint(VERSION if version is None else version, digest)
