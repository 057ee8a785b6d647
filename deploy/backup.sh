#!/bin/sh
# Copies the store while it runs, into one file a day, and removes the files of long ago:
#
#   backup.sh STORE BACKUPS [DAYS]     STORE holds `appendonlydir`; files of the last DAYS stay, 14
#
# The data only grows at its end, so a copy of any moment is a state of that moment.
set -eu
umask 077 # passwords are in it, as hashes, and letters
days=${3:-14}
file=$(cd "$2" && pwd)/xiangqi-$(date +%F).tgz
cd "$1"

linked() {
    rm -rf backup
    cp -al appendonlydir backup 2>/dev/null && cmp -s backup/*.manifest appendonlydir/*.manifest
}

tries=5
until linked; do # the store has just rewritten its files
    tries=$((tries - 1))
    [ "$tries" -gt 0 ] || { echo "backup.sh: the files in $1 do not stand still" >&2; exit 1; }
    sleep 1
done
# 1 says that a file grew as it was read, which is no harm.
tar -czf "$file.part" --warning=no-file-changed --transform 's/^backup/appendonlydir/' backup || [ $? -eq 1 ]
mv "$file.part" "$file"
rm -rf backup
find "${file%/*}" -maxdepth 1 -name 'xiangqi-????-??-??.tgz' -mtime "+$days" -delete
