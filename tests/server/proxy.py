"""nginx with docs/deploy/nginx.conf, in which only addresses are changed to those of this machine."""

import http.client
import os
import re
import ssl
import subprocess
from pathlib import Path

from tests import prepare
from tests.processes import ROOT, free_port
from tests.server.parts import until

SERVER_NAME = "crible.example.org"
PROXY_SETTINGS = {"LAN_HTTP": "false", "ALLOWED_HOSTS": SERVER_NAME}
"""The settings of a web process behind it."""
NGINX_CONFIG = """
daemon off;
pid {folder}/nginx.pid;
error_log {folder}/error.log warn;
worker_processes 2;
worker_rlimit_nofile 20000;
events {{ worker_connections 8192; }}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    include {folder}/cheville.conf;
}}
"""


class Proxy:
    """An nginx in front of web processes on these ports."""

    def __init__(self, folder: Path, ports: list[int]) -> None:
        self.folder, self.port, self.cache = folder, free_port(), folder / "cache"
        certificate = ("req", "-x509", "-nodes", "-newkey", "rsa:2048", "-subj", f"/CN={SERVER_NAME}")
        files = ("-keyout", str(folder / "privkey.pem"), "-out", str(folder / "fullchain.pem"))
        subprocess.run(["openssl", *certificate, *files], check=True, capture_output=True)
        text = (ROOT / "docs" / "deploy" / "nginx.conf").read_text(encoding="utf-8")
        servers = "".join(f"    server 127.0.0.1:{port};\n" for port in ports)
        for there, here in (
            (r"(    server 127\.0\.0\.1:\d+;\n)+", servers),
            (r"listen 80;", f"listen 127.0.0.1:{free_port()};"),
            (r"listen 443 ", f"listen 127.0.0.1:{self.port} "),
            (r"/var/lib/nginx/cheville", str(self.cache)),
            (rf"/etc/letsencrypt/live/{SERVER_NAME}", str(folder)),
        ):
            text, found = re.subn(there, here, text)
            assert found, there
        (folder / "cheville.conf").write_text(text, encoding="utf-8")
        user = "user root;\n" if os.geteuid() == 0 else ""
        (folder / "nginx.conf").write_text(user + NGINX_CONFIG.format(folder=folder), encoding="utf-8")
        program = prepare.find_proxy()
        assert program, "nginx was not found: `python3 start.py test` says how to get it."
        command = [program, "-p", str(folder), "-c", str(folder / "nginx.conf")]
        self._process = subprocess.Popen(command, stderr=subprocess.DEVNULL)
        until(self._answers)

    def _answers(self) -> bool:
        assert self._process.poll() is None, (self.folder / "error.log").read_text()
        try:
            return self.ask("GET", "/healthz").status == 200
        except OSError:
            return False

    def connection(self) -> http.client.HTTPSConnection:
        """Return a connection of a client of its own."""
        context = ssl.create_default_context(cafile=str(self.folder / "fullchain.pem"))
        context.check_hostname = False
        return http.client.HTTPSConnection("127.0.0.1", self.port, timeout=60, context=context)

    def ask(
        self, method: str, path: str, body: bytes | None = None, **headers: str
    ) -> http.client.HTTPResponse:
        """Send one request; the answer has its body in `text`."""
        line = self.connection()
        line.request(method, path, body, {"Host": SERVER_NAME, **headers})
        answer = line.getresponse()
        answer.text = answer.read().decode()  # type: ignore[attr-defined]
        line.close()
        return answer

    def kept(self, slug: str) -> list[bytes]:
        """Return the files of the cache with answers of a tournament."""
        files = [path.read_bytes() for path in self.cache.rglob("*") if path.is_file()]
        key = re.compile(rf"\nKEY: .*/t/{slug}/.*\n".encode())
        return [file for file in files if key.search(file)]

    def end(self) -> None:
        """Stop it at once."""
        self._process.terminate()
        self._process.wait()
