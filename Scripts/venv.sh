#!/usr/bin/env bash
# Makes a Python environment with the packages of a list, brings it up to date, or does nothing if it is.
#   venv.sh FOLDER NEWEST REQUIREMENTS…    NEWEST: the last Python for which all of them are built, as 3.13
set -euo pipefail
folder="$1" newest="$2"
shift 2

fits() {
  "$1" -c "import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, int('$newest'.split('.')[1])))" 2>/dev/null
}
python=
for candidate in python3 "python$newest" python3.12 python3.11; do
  if fits "$candidate"; then python="$candidate" && break; fi
done
if [ -z "$python" ]; then
  echo "setup: Python 3.11 to $newest is needed for $*; python3 is $(python3 -V 2>&1)." >&2
  echo "  Install one of these beside it, with its venv module, as python$newest." >&2
  exit 1
fi

# An environment of another Python, as after an upgrade of the system, or one that was half made, is made anew.
wanted="$("$python" -V)
$(cat "$@")"
if [ "$wanted" = "$(cat "$folder/installed.txt" 2>/dev/null)" ]; then exit 0; fi
echo "setup: installing the Python packages of $* into $folder" >&2
if ! [ "$("$folder/bin/python" -V 2>/dev/null)" = "$("$python" -V)" ] || ! "$folder/bin/python" -m pip -V >/dev/null 2>&1
then
  "$python" -m venv --clear "$folder"
fi
"$folder/bin/python" -m pip install --quiet --disable-pip-version-check $(printf -- '-r %s ' "$@")
echo "$wanted" >"$folder/installed.txt"
