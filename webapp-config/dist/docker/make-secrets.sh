#!/bin/sh
# Makes what the two sites of compose.yaml keep secret, once: passwords, the keys of their clients, and the keys with which
# the sites sign their calls. Needs openssl.
#   ./make-secrets.sh [DIRECTORY]     (secrets, beside this script, unless given)
set -eu
umask 077
directory=${1:-$(CDPATH='' cd "$(dirname "$0")" && pwd)/secrets}
# what is there is in use: a database keeps the password that it was made with
mkdir "$directory"

for site in guest host; do
  for secret in database-password admin-password client-key; do
    openssl rand -hex 24 > "$directory/$site-$secret"
  done
  openssl genpkey -quiet -algorithm RSA -pkeyopt rsa_keygen_bits:3072 -out "$directory/$site-signature.pem"
  openssl pkey -in "$directory/$site-signature.pem" -pubout -out "$directory/$site-signature.pub.pem"
done
# a container sees its own ones only, and reads them as another user than yours; the directory lets nobody else in
chmod 0444 "$directory"/*
echo "Made in $directory"
