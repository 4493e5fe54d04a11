"""nginx with the configuration that docs/host.md shows, as a plain process on this machine."""

from __future__ import annotations

import asyncio
import os
import re
import socket
import ssl
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

import pytest
from aiohttp import ClientSession, TCPConnector
from aiohttp.abc import AbstractResolver, ResolveResult

from tests.server.process import PATIENCE, running
from tools.docs import ROOT
from tools.markdown import Page
from tools.programs import find_program, missing

NAME = "spit.example.org"
PAGE = ROOT / "docs" / "host.md"

_CERTIFICATE = f"""
[req]
distinguished_name = name
x509_extensions = more
prompt = no
[name]
CN = {NAME}
[more]
subjectAltName = DNS:{NAME}
basicConstraints = critical, CA:true
keyUsage = critical, digitalSignature, keyCertSign
"""

# Started by root it would become somebody who may not read the test's folder.
_USER = "user root root;" if sys.platform != "win32" and os.geteuid() == 0 else ""

_AROUND = """
{user}
daemon off;
worker_processes 1;
pid {folder}/nginx.pid;
error_log stderr warn;
events {{}}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    include {folder}/site.conf;
}}
"""


def blocks(language: str) -> list[str]:
    """The blocks of docs/host.md in a language, in order."""
    page = Page(PAGE, tuple(PAGE.read_text(encoding="utf-8").splitlines()))
    return [code for _, code in page.blocks(language)]


def settings() -> dict[str, str]:
    """What docs/host.md puts into /etc/default/spit."""
    lines = (line.split("=", 1) for line in blocks("ini")[0].splitlines())
    return dict((name, value) for name, value in lines)  # noqa: C402 - two words a line, or an error


def needed(name: str) -> str:
    """The path of a program; the test is skipped where there is none."""
    found = find_program(name)
    if found is None:
        pytest.skip(missing(name))
    return found


class _ThisMachine(AbstractResolver):
    """Finds every name here."""

    async def resolve(
        self, host: str, port: int = 0, family: Any = socket.AF_INET
    ) -> list[ResolveResult]:
        return [
            ResolveResult(
                hostname=host, host="127.0.0.1", port=port, family=family, proto=0, flags=0
            )
        ]

    async def close(self) -> None:
        pass


class Proxied:
    """A server as others reach it.

    Attributes:
        direct: The address of the server itself.
        url: The address of its page behind the proxy, without a slash at its end.
        plain: The same without TLS.
        data: Its data folder.
        restart: Stops the server, and starts it again at the same port.
    """

    was_away = False
    """Whether the proxy may have found no server."""

    def __init__(self, direct: str, url: str, plain: str, data: Path, tls: ssl.SSLContext) -> None:
        self.direct, self.url, self.plain, self.data = direct, url, plain, data
        self.restart: Callable[[], Awaitable[None]]
        self._tls = tls

    @asynccontextmanager
    async def visitor(self, address: str = "127.0.0.1") -> AsyncIterator[ClientSession]:
        """Somebody at an address of this machine, who trusts the proxy's certificate alone."""
        connector = TCPConnector(
            ssl=self._tls, resolver=_ThisMachine(), local_addr=(address, 0), limit=0
        )
        async with ClientSession(connector=connector) as session:
            yield session


async def _certificate(folder: Path) -> None:
    """A certificate for the name, signed by nobody else."""
    (folder / "certificate.conf").write_text(_CERTIFICATE)
    process = await asyncio.create_subprocess_exec(
        needed("openssl"), "req", "-x509", "-newkey", "rsa:2048", "-noenc", "-days", "2",
        "-config", str(folder / "certificate.conf"),
        "-keyout", str(folder / "privkey.pem"), "-out", str(folder / "fullchain.pem"),
        stderr=asyncio.subprocess.PIPE,
    )  # fmt: skip
    _, said = await process.communicate()
    assert process.returncode == 0, said.decode()


@contextmanager
def _listening() -> Iterator[socket.socket]:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        listener.setblocking(False)
        yield listener


def _site(folder: Path, server: int, plain: int, secret: int, *, below: str) -> str:
    """The page's own blocks; ports and folders are the test's, and IPv6 is left out."""
    snippet, site, location = blocks("nginx")
    (folder / "snippet.conf").write_text(
        _replaced(snippet, "127.0.0.1:7310", f"127.0.0.1:{server}")
    )
    if below:
        site, count = re.subn(r" *location .*?\n    \}\n", "", site, flags=re.DOTALL)
        assert count == 2
        site = _replaced(site, "always;\n", f"always;\n{location}")
    site = re.sub(r" *listen \[::\].*\n", "", site)
    site = _replaced(site, "listen 80;", f"listen 127.0.0.1:{plain};")
    site = _replaced(site, "listen 443 ", f"listen 127.0.0.1:{secret} ")
    site = site.replace("/etc/nginx/snippets/spit.conf", str(folder / "snippet.conf"))
    return site.replace(f"/etc/letsencrypt/live/{NAME}", str(folder))


def _replaced(text: str, old: str, new: str) -> str:
    assert old in text, f"{PAGE} has no {old!r}"
    return text.replace(old, new)


@asynccontextmanager
async def proxied(folder: Path, *, below: str = "", **environment: str) -> AsyncIterator[Proxied]:
    """The server and the proxy that the page shows, both running.

    Args:
        folder: For all that they write.
        below: The base path, as the page has it, or none.
        environment: Settings of the server beside the page's own.
    """
    nginx = needed("nginx")
    await _certificate(folder)
    told = {**settings(), **({"SPIT_BASE_PATH": below} if below else {}), **environment}
    data = folder / "data"
    async with AsyncExitStack() as stack:
        first, direct = await stack.enter_async_context(running(data, **told))
        with _listening() as plain, _listening() as secret:
            ports = [each.getsockname()[1] for each in (plain, secret)]
            server = int(re.findall(r":(\d+)/", direct)[0])
            (folder / "site.conf").write_text(_site(folder, server, *ports, below=below))
            (folder / "nginx.conf").write_text(_AROUND.format(folder=folder, user=_USER))
            descriptors = [each.fileno() for each in (plain, secret)]
            process = await asyncio.create_subprocess_exec(
                nginx, "-p", str(folder), "-c", str(folder / "nginx.conf"), "-e", "stderr",
                stderr=asyncio.subprocess.PIPE,
                pass_fds=descriptors,
                # It takes over sockets that listen already, so a first request finds it.
                env={**os.environ, "NGINX": "".join(f"{each};" for each in descriptors)},
            )  # fmt: skip
            tls = ssl.create_default_context(cafile=folder / "fullchain.pem")
            there = Proxied(
                direct, f"https://{NAME}:{ports[1]}{below}", f"http://{NAME}:{ports[0]}{below}",
                data, tls,
            )  # fmt: skip

            async def restart() -> None:
                there.was_away = True
                first.terminate()
                assert await asyncio.wait_for(first.wait(), PATIENCE) == 0
                await stack.enter_async_context(running(data, "--port", str(server), **told))

            there.restart = restart
            try:
                # A master that is told to stop while it still starts its workers never hears it:
                # it looks at its signals only after the next one. A worker's answer ends that time.
                async with (
                    ClientSession() as session,
                    session.get(f"http://127.0.0.1:{ports[0]}/", allow_redirects=False) as answer,
                ):
                    assert answer.status == 301
                yield there
            finally:
                if process.returncode is None:
                    process.terminate()
                _, said = await asyncio.wait_for(process.communicate(), PATIENCE)
    expected = ("using inherited", *(["upstream"] if there.was_away else []))
    faults = [line for line in said.decode().splitlines() if not any(e in line for e in expected)]
    assert faults == []
