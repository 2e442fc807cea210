"""Two stacks live in one account and region: nothing that the template names itself has one name for both. And the sizes of the domain."""

from __future__ import annotations

import json
import os
import re
from functools import cache
from typing import Any
from unittest.mock import patch

import pytest
from samtranslator.public.translator import ManagedPolicyLoader  # type: ignore[import-untyped]
from samtranslator.sdk.parameter import SamParameterValues  # type: ignore[import-untyped]
from samtranslator.translator.translator import Translator  # type: ignore[import-untyped]
