"""Files from Maven Central, each checked against the SHA-256 sum that the repository pins for it."""

import hashlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from local.console import LocalRunError
from local.paths import cache_dir

BytesSeen = Callable[[str, int, int], None]


def fetch(artifacts: Mapping[str, str], report: BytesSeen) -> dict[str, Path]:
    """Brings every coordinate (groupId:artifactId:version:packaging) into the cache; artifactId > file.

    `report(file name, bytes so far, bytes in all)` is called as a download goes on.
    Raises LocalRunError when Maven Central cannot be reached or a file has another sum.
    """
    # jgo and requests cost 0.3 s to import: only a first run needs them.
    import requests
    from jgo.maven import MavenContext, PythonResolver

    @contextmanager
    def progress(name: str, total_bytes: int) -> Iterator[Callable[[int], None]]:
        seen_bytes = 0

        def add(count: int) -> None:
            nonlocal seen_bytes
            seen_bytes += count
            report(name, seen_bytes, total_bytes)

        yield add

    context = MavenContext(repo_cache=cache_dir() / "maven", resolver=PythonResolver(progress_callback=progress), timeout=60)
    files: dict[str, Path] = {}
    for coordinate, pinned in artifacts.items():
        group, name, version, packaging = coordinate.split(":")
        artifact = context.project(group, name).at_version(version).artifact(packaging=packaging)
        try:
            path = artifact.resolve()
            if path is not None and not has_sum(path, pinned):
                # What an interrupted run left behind: once more, from the network.
                path.unlink()
                path = artifact.resolve()
        except (requests.RequestException, RuntimeError) as err:
            raise LocalRunError(
                f"Could not download {coordinate} from Maven Central ({type(err).__name__}).\n"
                f"A first run needs the network for it once; after that the copy in {cache_dir()} is used. "
                "Check the connection or the proxy settings and run the command again."
            ) from err
        if path is None or not has_sum(path, pinned):
            raise LocalRunError(
                f"Maven Central's {coordinate} is not the file whose SHA-256 is pinned in local/opensearch.toml "
                f"({pinned}). It is not used. Something between here and Maven Central changes files."
            )
        files[name] = path
    return files


def has_sum(path: Path, pinned: str) -> bool:
    """Whether the file's SHA-256 is `pinned`."""
    with path.open("rb") as handle:
        return hashlib.file_digest(handle, "sha256").hexdigest() == pinned
