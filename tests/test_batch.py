"""Many pictures as a person meets them: one command, reports, what a second run does, and how it is ended."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from app.cli import main
from app.doctor import TASK
from fixtures.files import tiff_of

ROOT = Path(__file__).parents[1]
FIXTURES = ROOT / "fixtures"
QUESTION, REFUSED = FIXTURES / "site-6x6.png", FIXTURES / "refused-cut.png"
REPORTS = {"index.html", "report.csv", "report.jsonl", "summary.json", "failed.txt"}
PATIENCE = 60.0
"""Seconds in which a process does what is waited for, on the busiest machine."""
