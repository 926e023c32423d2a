"""Asks the registries whether a locked package has a known weakness: pip-audit asks about those of
Python, npm about those of the client.

The exit code is 1 if one has. A registry that cannot be asked is named, and fails nothing: it may
be closed where this runs.
"""

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
TOOLS = ROOT / "build" / "audit"
LOCKS = ("dev", "peers", "container", "wheel", "node", "audit", "tools", "uv")
"""The audited lock files. play.txt is a part of container.txt; lowest.txt is for tests only."""
SERVICES = ("pypi", "osv")
"""Who is asked about Python's packages."""
Package = dict[str, Any]
Report = list[Package]
"""What pip-audit tells of each package."""


def main() -> int:
    """Ask about everything; the exit code."""
    found = [*python_findings(), *client_findings()]
    for finding in found:
        print("audit:", finding)
    if not found:
        print("audit: no weakness is known to those who answered.")
    return 1 if found else 0


def python_findings() -> Iterator[str]:
    """Weaknesses in the packages of Python. A service that does not answer is not asked again."""
    if not (TOOLS / "bin" / "pip-audit").exists():
        run([str(ROOT / "scripts" / "install-locked"), str(TOOLS), "audit"])
    silent: set[str] = set()
    for name in LOCKS:
        lock = ROOT / "requirements" / f"{name}.txt"
        asked_now = {each: asked(lock, each) for each in SERVICES if each not in silent}
        silent |= {service for service, report in asked_now.items() if not report}
        reports = [report for report in asked_now.values() if report]
        if not (known := answered(reports)):
            print(f"audit: COULD NOT ASK about {lock.name}: no service answers.")
        elif left := {each["name"] for report in reports for each in report} - {
            each["name"] for each in known
        }:
            print(f"audit: COULD NOT ASK about {lock.name}: {', '.join(sorted(left))}")
        yield from pip_audit_findings(lock.name, known)


def answered(reports: Iterable[Report]) -> Report:
    """The packages that somebody knows anything about: a service that does not know a package says
    that it left it out, and not that it is safe."""
    return [package for report in reports for package in report if "skip_reason" not in package]


def asked(lock: Path, service: str) -> Report:
    """What pip-audit reports about a lock file; nothing if the service does not answer."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        command = [str(TOOLS / "bin" / "pip-audit"), "--disable-pip", "--require-hashes"]
        command += ["--requirement", str(lock), "--vulnerability-service", service]
        command += ["--progress-spinner", "off", "--format", "json", "--output", str(report)]
        run(command, errors=subprocess.DEVNULL)
        told = json.loads(report.read_text()) if report.exists() else {"dependencies": []}
        return list(told["dependencies"])


def pip_audit_findings(lock: str, packages: Iterable[Package]) -> Iterator[str]:
    """The weaknesses in some packages."""
    for package in packages:
        for weakness in package["vulns"]:
            fixed = ", ".join(weakness["fix_versions"]) or "no version yet"
            what = f"{package['name']} {package['version']}: {weakness['id']}"
            yield f"{lock}: {what}, fixed in {fixed}"


def client_findings() -> Iterator[str]:
    """Weaknesses in the packages of the client."""
    command = ["npm", "audit", "--json", "--prefix", str(ROOT / "web")]
    told = run(command, errors=subprocess.DEVNULL)
    try:
        yield from npm_findings(json.loads(told))
    except (ValueError, KeyError):
        print("audit: COULD NOT ASK about web/package-lock.json: the registry does not answer.")


def npm_findings(report: Any) -> list[str]:
    """The weaknesses in a report of npm; KeyError if it is none."""
    return [
        f"package-lock.json: {name} {each['range']}: {each['severity']}"
        for name, each in report["vulnerabilities"].items()
    ]


def run(command: Sequence[str], errors: int | None = None) -> str:
    """Return the output of a command, successful or not. Empty if the command doesn't exist.

    A service that cannot be reached prints long tracebacks to `errors`.
    """
    try:
        done = subprocess.run(  # noqa: S603
            command, stdout=subprocess.PIPE, stderr=errors, text=True, check=False
        )
    except FileNotFoundError:
        return ""
    return done.stdout


if __name__ == "__main__":
    sys.exit(main())
