#!/bin/sh
# Double-click (or run) to start Cheville; the browser opens on the page of this laptop.
cd "$(dirname "$0")" || exit 1
if ! command -v python3 >/dev/null; then
  echo "Il manque Python 3.11 ou plus récent sur cet ordinateur. / This computer lacks Python 3.11 or newer."
  echo "    sudo apt-get install python3"
  read -r _
  exit 1
fi
python3 start.py --open "$@" || { read -r _; exit 1; }
