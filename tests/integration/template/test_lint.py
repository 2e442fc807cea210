"""The linter has nothing to say."""

from __future__ import annotations

import subprocess
import sys

from tests.integration.template import reading

PROGRAM = "import sys; from cfnlint.runner import main; sys.exit(main())"


def test_cfn_lint_is_clean() -> None:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, "template.yaml"], cwd=reading.ROOT, capture_output=True, text=True, timeout=120, check=False
    )
    assert (done.returncode, done.stdout) == (0, ""), done.stdout + done.stderr
