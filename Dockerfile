# Two images: `cheville` for web processes, workers and beat, `proxy` for nginx with https and certbot. compose.yaml builds both.
FROM debian:bookworm-slim AS base
# hadolint ignore=DL3008
RUN apt-get update \
    && apt-get install --yes --no-install-recommends ca-certificates postgresql-client-15 python3 \
    && rm -rf /var/lib/apt/lists/*

FROM base AS libraries
# hadolint ignore=DL3008
RUN apt-get update && apt-get install --yes --no-install-recommends python3-venv
COPY requirements.txt /tmp/
RUN python3 -m venv /srv/cheville/.venv \
    && /srv/cheville/.venv/bin/pip install --no-cache-dir --require-hashes --requirement /tmp/requirements.txt \
    && /srv/cheville/.venv/bin/pip uninstall --yes pip setuptools

FROM base AS cheville
RUN useradd --uid 10001 --create-home --home-dir /var/lib/cheville cheville
COPY --from=libraries /srv/cheville/.venv /srv/cheville/.venv
WORKDIR /srv/cheville
COPY . .
ENV PATH=/srv/cheville/.venv/bin:$PATH CHEVILLE_DATA=/var/lib/cheville PYTHONUNBUFFERED=1
RUN python -m compileall -q config scoring tournaments
USER 10001
VOLUME /var/lib/cheville
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s \
    CMD ["python", "-c", "from urllib.request import urlopen; urlopen('http://127.0.0.1:8000/healthz', timeout=4)"]
# The proxy is another container, the only one that reaches this port.
CMD ["python", "manage.py", "web", "--host=0.0.0.0", "--proxy=*"]

FROM debian:bookworm-slim AS proxy
# hadolint ignore=DL3008
RUN apt-get update \
    && apt-get install --yes --no-install-recommends ca-certificates certbot nginx-light openssl \
    && rm -rf /var/lib/apt/lists/* \
    && install --directory --owner=www-data /etc/letsencrypt
COPY docs/deploy/nginx.conf docs/deploy/proxy.sh /srv/proxy/
WORKDIR /srv/proxy
USER 33
VOLUME /etc/letsencrypt
EXPOSE 8080 8443
HEALTHCHECK --interval=10s --timeout=5s \
    CMD ["openssl", "s_client", "-brief", "-no_ign_eof", "-connect", "127.0.0.1:8443"]
CMD ["sh", "proxy.sh"]
