"""The files of deploy/ and the commands of the documentation: what they name exists."""

import re
import shlex
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path

import pytest
import typer.main

from parhelion.cli import add_commands_of_games, app

ROOT = Path(__file__).parent.parent
DEPLOY = ROOT / "deploy"
DOCUMENTS = [*sorted((ROOT / "docs").glob("*.md")), ROOT / "README.md", ROOT / "CONTRIBUTING.md"]
WHOLE = deepcopy(app)
add_commands_of_games(WHOLE)
COMMANDS = typer.main.get_command(WHOLE).commands  # type: ignore[attr-defined]
OPTIONS = {
    name: {flag for each in command.params for flag in (*each.opts, *each.secondary_opts)}
    for name, command in COMMANDS.items()
}
SETTINGS = """
    After Before Description Documentation PartOf Requires Wants WantedBy
    CacheDirectory CapabilityBoundingSet DynamicUser Environment EnvironmentFile ExecReload
    ExecStart ExecStartPre ExecStop Group KillMode LimitNOFILE LockPersonality LogsDirectory
    MemoryDenyWriteExecute MemoryMax NoNewPrivileges PrivateDevices PrivateNetwork PrivateTmp
    PrivateUsers ProcSubset ProtectClock ProtectControlGroups ProtectHome ProtectHostname
    ProtectKernelLogs ProtectKernelModules ProtectKernelTunables ProtectProc ProtectSystem
    ReadOnlyPaths ReadWritePaths RemoveIPC Restart RestartSec RestrictAddressFamilies
    RestrictNamespaces RestrictRealtime RestrictSUIDSGID RuntimeDirectory StateDirectory
    StateDirectoryMode SystemCallArchitectures SystemCallErrorNumber SystemCallFilter TasksMax
    TimeoutStartSec TimeoutStopSec Type UMask User WorkingDirectory
"""
"""Settings of systemd.unit, systemd.service and systemd.exec (version 247) that suit a server."""


def flags(text: str) -> Iterator[str]:
    """The flags in a text, without their values."""
    return iter(re.findall(r"(?<![\w-])--[a-z][a-z-]+", text))


def code_of(text: str) -> Iterator[str]:
    """What a document in Markdown shows as code, in blocks and in sentences."""
    for block in re.findall(r"(?ms)^```\w*\n(.*?)^```", text):
        yield from block.splitlines()
    yield from re.findall(r"(?<!`)`([^`\n]+)`(?!`)", text)


def service() -> dict[str, list[str]]:
    """The settings of the service, by name."""
    text = (DEPLOY / "parhelion.service").read_text().replace("\\\n", " ")
    found: dict[str, list[str]] = {}
    for name, value in re.findall(r"(?m)^(\w+)=(.*)$", text):
        found.setdefault(name, []).append(value)
    return found


def test_the_server_takes_every_flag_of_the_service() -> None:
    (command,) = service()["ExecStart"]
    program, subcommand, *arguments = shlex.split(command)
    assert Path(program).name == "parhelion"
    assert set(flags(" ".join(arguments))) <= OPTIONS[subcommand]


def test_the_service_has_no_rights_and_writes_to_its_own_folders_only() -> None:
    told = service()
    assert told["DynamicUser"] == told["NoNewPrivileges"] == told["ProtectHome"] == ["yes"]
    assert told["ProtectSystem"] == ["strict"]
    assert told["CapabilityBoundingSet"] == [""]
    environment = dict(each.split("=", 1) for each in told["Environment"])
    assert environment["PARHELION_DATABASE"].startswith(f"/var/lib/{told['StateDirectory'][0]}/")
    assert environment["PARHELION_CACHE"] == f"/var/cache/{told['CacheDirectory'][0]}"


def test_settings_of_the_service_are_known_to_systemd() -> None:
    assert set(service()) <= set(SETTINGS.split())


def test_the_container_is_built_from_what_there_is_and_runs_without_rights() -> None:
    text = (DEPLOY / "Containerfile").read_text().replace("\\\n", " ")
    ignored = (ROOT / ".dockerignore").read_text().splitlines()
    for line in re.findall(r"(?m)^COPY (?!--from)(.+)$", text):
        for source in line.split()[:-1]:
            assert (ROOT / source).exists(), source
            assert f"!{source.split('/')[0]}" in ignored
    (entry,) = re.findall(r'(?m)^ENTRYPOINT \["parhelion", "(\w+)", (.*)\]$', text)
    assert set(flags(entry[1])) <= OPTIONS[entry[0]]
    assert set(flags(re.findall(r"parhelion prepare(.*)", text)[0])) <= OPTIONS["prepare"]
    assert text.index("\nUSER 10001") < text.index("\nENTRYPOINT")


def test_the_servers_of_compose_get_only_flags_that_there_are() -> None:
    text = (DEPLOY / "compose.yaml").read_text()
    (command,) = re.findall(r"    command:\n((?:      - .*\n)+)", text)
    assert set(flags(command)) <= OPTIONS["serve"]
    for variable in re.findall(r"\$\{(\w+)", text):
        assert f"\n{variable}=" in (DEPLOY / ".env.example").read_text()
    assert (DEPLOY / "Containerfile").exists()
    assert (DEPLOY / "Caddyfile").exists()


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda document: document.stem)
def test_commands_in_the_documentation_exist(document: Path) -> None:
    code = "\n".join(code_of(document.read_text(encoding="utf-8")))
    targets = re.findall(r"(?m)^([a-z]+):", (ROOT / "Makefile").read_text())
    for target in re.findall(r"(?m)^(?:sudo )?make ([a-z]+)", code):
        assert target in targets
    for command, rest in re.findall(
        r"(?m)^(?:[A-Z_]+=\S+ )?(?:/\S+/)?parhelion ([a-z][a-z-]*)(.*)$", code
    ):
        assert command in COMMANDS
        is_open = COMMANDS[command].context_settings  # options of games
        assert is_open or set(flags(rest.split("#")[0])) <= OPTIONS[command], rest


def test_flags_of_the_guide_for_hosts_are_those_of_the_server() -> None:
    text = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")
    named = re.findall(r"`(--[a-z-]+)[^`]*`", text)
    assert named
    assert set(named) <= OPTIONS["serve"]


def test_the_table_of_modules_names_each_module_of_the_server_once() -> None:
    text = (ROOT / "docs" / "server.md").read_text(encoding="utf-8")
    table = text.split("| module of `parhelion.server`")[1]
    named = [
        name.removesuffix("/")
        for row in re.findall(r"(?m)^\|([^|]+)\|", table)
        for name in re.findall(r"`([^`]+)`", row)
    ]
    folder = ROOT / "parhelion" / "server"
    modules = {path.stem for path in folder.glob("*.py")} - {"__init__"}
    packages = {path.parent.name for path in folder.glob("*/*.py")}
    assert sorted(named) == sorted(modules | packages)
