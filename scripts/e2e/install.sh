#!/usr/bin/env bash
# Installs what `npm run e2e` needs on Debian: a container engine, a registry with a login, a web server, a proxy,
# a network of its own for compose.yaml, Go.
# Safe to run twice. Nothing is started: the test starts its own engine and registry in a folder of its own.
set -euo pipefail

missing=()
need() { command -v "$1" >/dev/null || [ -x "/usr/sbin/$1" ] || [ -x "/usr/local/go/bin/$1" ] || missing+=("$2"); }
need dockerd docker.io
need docker-registry docker-registry
need nginx nginx-light
need busybox busybox-static
need htpasswd apache2-utils
need go golang-go
need haproxy haproxy
need iptables iptables
need ip iproute2
need openssl openssl
[ ${#missing[@]} -gt 0 ] || exit 0

# Debian starts a service when its package is installed. This file forbids it while it exists.
policy=/usr/sbin/policy-rc.d
if [ ! -e "$policy" ]; then
  trap 'rm -f "$policy"' EXIT
  printf '#!/bin/sh\nexit 101\n' >"$policy"
  chmod +x "$policy"
fi
apt-get update -qq
DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}"
