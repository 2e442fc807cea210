"""The commands behind the Makefile: `python -m local up`, `down`, and so on; `make help` lists them.

`setup` runs before anything is installed: each command imports what it needs by itself.
"""

import os
import sys

from local.console import LocalRunError, say


def up() -> None:
    from local import settings, stack

    wanted = settings.from_environment()
    found = stack.up(wanted)
    say(
        f"\nKeepsake runs, with IAM {'enforced' if wanted.auth else 'not enforced'}.\n"
        f"  API    {found.url}\n  look   {found.url}/ui\n  docs   {found.url}/docs\n"
        f"  keys   {wanted.state_dir / 'stack.json'}\n  stop   make down"
    )


def run(command: str, argument: str) -> None:
    """Carries one command out. Raises LocalRunError."""
    if command == "setup":
        from local import tools

        tools.develop()
        return
    from local import operate, sam, stack, tools

    folder = operate.state_dir()
    match command:
        case "up":
            up()
        case "down":
            ended = stack.down(folder)
            say("Stopped; the data is kept for the next `make up`." if ended else "Nothing was running.")
        case "clean":
            stack.clean(folder)
            say("Stopped, and the local run's data, keys and logs are removed.")
        case "logs":
            operate.logs(folder)
        case "invoke":
            operate.invoke(folder, argument)
        case "rebuild-index":
            operate.rebuild_index(folder)
        case "sam":
            # With the cached SAM CLI in the place of this process.
            # The layer's makefile takes uv from here where the machine has none.
            os.execve(sam.program(), ["sam", *sys.argv[2:]], os.environ | {"UV": os.environ.get("UV") or str(tools.uv())})
        case "checkov":
            # In an environment of its own: it brings a hundred packages that nothing else here needs.
            os.execv(tools.uv(), ["uv", "tool", "run", "checkov==3.3.30", "--config-file", ".checkov.yaml"])
        case _:
            raise LocalRunError(f"Unknown command `{command}`; see `make help`.")


def main() -> int:
    command, argument, *_ = [*sys.argv[1:], "", ""]
    try:
        run(command, argument)
    except LocalRunError as err:
        say(f"\n{err}")
        return 1
    except KeyboardInterrupt:
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
