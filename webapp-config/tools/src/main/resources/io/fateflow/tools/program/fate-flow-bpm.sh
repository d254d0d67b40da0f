#!/bin/sh
# FATE Flow BPM with the archive of its classes. Another JVM than the one that made it takes no notice of it, and says nothing.
# Options for the JVM: JAVA_OPTS.
home=$(CDPATH='' cd "$(dirname "$(readlink -f "$0")")/.." && pwd -P) || exit 1
# unquoted: it is a list of options
# shellcheck disable=SC2086
exec "${JAVA_HOME:+$JAVA_HOME/bin/}java" -XX:SharedArchiveFile="$home/fate-flow-bpm.jsa" -Xshare:auto \
  -Xlog:cds=off -Xlog:cds+dynamic=off ${JAVA_OPTS:-} -jar "$home/fate-flow-bpm.jar" "$@"
