#!/bin/sh
# FATE Flow BPM with the archive of its classes. Another JVM than the one that made it takes no notice of it, and says nothing.
# Options for the JVM: JAVA_OPTS.
home=$(CDPATH='' cd "$(dirname "$(readlink -f "$0")")/.." && pwd -P) || exit 1
# a client is over before the compiler that takes long has paid: 0.65 s instead of 0.9, with half of the processor's time
case "${1:-}" in
  serve | worker | demo | bench) compile= ;;
  *) compile=-XX:TieredStopAtLevel=1 ;;
esac
# unquoted: it is a list of options
# shellcheck disable=SC2086
exec "${JAVA_HOME:+$JAVA_HOME/bin/}java" -XX:SharedArchiveFile="$home/fate-flow-bpm.jsa" -Xshare:auto \
  -Xlog:cds=off -Xlog:cds+dynamic=off $compile ${JAVA_OPTS:-} -jar "$home/fate-flow-bpm.jar" "$@"
