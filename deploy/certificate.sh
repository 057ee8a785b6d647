#!/bin/sh
# Puts a certificate where HAProxy looks for it: certs/NAME.pem, which holds certificate, chain and key.
#
#   deploy/certificate.sh NAME FULLCHAIN KEY   one you have; of certbot:
#       deploy/certificate.sh play.example /etc/letsencrypt/live/play.example/fullchain.pem \
#           /etc/letsencrypt/live/play.example/privkey.pem
#   deploy/certificate.sh NAME                 one made here, for a trial: browsers warn of it
#
# CERTS is another folder than certs beside this file; OWNER may read the key (HAProxy's image: 99).
set -eu
[ $# -eq 1 ] || [ $# -eq 3 ] || { sed -n 's/^#   //p' "$0" >&2; exit 2; }
name=$1
certs=${CERTS:-$(dirname "$0")/certs}
umask 077
mkdir -p "$certs"
made=$(mktemp -d)
trap 'rm -rf "$made"' EXIT
if [ $# -eq 3 ]; then
    cat "$2" "$3" > "$made/both"
else
    openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 30 \
        -subj "/CN=$name" -addext "subjectAltName=DNS:$name" \
        -keyout "$made/key" -out "$made/chain" 2> /dev/null
    cat "$made/chain" "$made/key" > "$made/both"
fi
openssl x509 -noout -checkend 0 -in "$made/both" > /dev/null
openssl pkey -noout -in "$made/both"
[ -z "${OWNER:-}" ] || chown "$OWNER" "$made/both"
[ -z "${OWNER:-}" ] || chmod 755 "$certs"
mv "$made/both" "$certs/$name.pem"
echo "$certs/$name.pem: $(openssl x509 -noout -enddate -in "$certs/$name.pem")"
