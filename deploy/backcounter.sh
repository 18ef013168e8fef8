#!/bin/sh
# bin/backcounter: runs a command of the installed product. Writes nothing into its own folder.
set -eu
home=$(CDPATH='' cd -- "$(dirname -- "$(readlink -f -- "$0")")/.." && pwd)

usage() {
  cat <<'TEXT'
Usage: backcounter [--env-file FILE] COMMAND [ARGUMENTS]

  start                          serves everything that ROLES names
  worker                         runs background jobs only
  migrate plan | run | status    migrations of the database
  staff, machine, secrets        people, machine clients, keys and passwords
  backup, restore, verify        of the embedded database; the ledger and draws
  doctor                         looks at database, disk, mail, proxy … and says what to do
  --version                      prints the version

Settings: FILE, or ENV_FILE, or /etc/backcounter/backcounter.env if it is there. See docs/operations.md.
TEXT
}

if [ "${1:-}" = --env-file ]; then
  [ $# -ge 2 ] || { usage >&2; exit 2; }
  ENV_FILE=$2
  shift 2
fi
[ -n "${ENV_FILE:-}" ] || [ ! -e /etc/backcounter/backcounter.env ] || ENV_FILE=/etc/backcounter/backcounter.env
[ -z "${ENV_FILE:-}" ] || export ENV_FILE

case ${1:-} in
  start) file=main ;;
  worker) file=main; export ROLES=worker ;;
  doctor | migrate | staff | machine | secrets | backup | restore | verify) file=$1 ;;
  --version) exec cat "$home/VERSION" ;;
  -h | --help | '') usage; exit 0 ;;
  *) echo "There is no command \"$1\"." >&2; usage >&2; exit 2 ;;
esac
shift

node=$home/bin/node
if [ ! -x "$node" ]; then
  node=$(command -v node) || { echo "This archive has no Node of its own: install Node $(cat "$home/NODE")." >&2; exit 1; }
  "$node" -e 'const [a, b] = [process.versions.node, process.argv[1]]; process.exit(parseInt(a) === parseInt(b) && a.localeCompare(b, "en", { numeric: true }) >= 0 ? 0 : 1)' \
    "$(cat "$home/NODE")" || { echo "Node $("$node" --version) is not the one that this version needs: $(cat "$home/NODE") or a later release of the same line." >&2; exit 1; }
fi
# A bundle starts faster than the compile cache could be read, and the folder may be read-only.
NODE_ENV=${NODE_ENV:-production} NODE_DISABLE_COMPILE_CACHE=1 exec "$node" --max-semi-space-size=4 --heap-growing-percent=50 --expose-gc "$home/lib/apps/server/dist/$file.js" "$@"
