#!/bin/sh
# FATE Flow BPM with the archive of its classes. Another JVM than the one that made it takes no notice of it, and says nothing.
# Options for the JVM: JAVA_OPTS.
home=$(CDPATH='' cd "$(dirname "$(readlink -f "$0")")/.." && pwd -P) || exit 1
# Java names files in the letters of the locale: in C, which services have for which nobody sets LANG, those of ASCII alone
case "${LC_ALL:-${LC_CTYPE:-${LANG:-C}}}" in
  C | POSIX) export LC_ALL=C.UTF-8 ;;
esac
# a client is over before the compiler that takes long has paid: 0.65 s instead of 0.9, with half of the processor's time
case "${1:-}" in
  serve | worker | demo | bench) options= ;;
  *) options=-XX:TieredStopAtLevel=1 ;;
esac
# on two processors a server is up after 12.5 s instead of 16 with this collector, in half of the memory; who names one gets that
case "$(nproc 2>/dev/null) ${JAVA_OPTS:-} ${JDK_JAVA_OPTIONS:-} ${JAVA_TOOL_OPTIONS:-}" in
  *GC*) ;;
  [12]' '*-Xm* | [12]' '*HeapSize* | [12]' '*RAM*) options="$options -XX:+UseSerialGC" ;;
  [12]' '*) options="$options -XX:+UseSerialGC -Xms96m" ;;
esac
# as HugePages.java: memory by 2 MB, where the system gives such: a fifth less of the processors' time for a start
case "$(cat /sys/kernel/mm/transparent_hugepage/enabled 2>/dev/null)" in
  *'[madvise]'* | *'[always]'*) options="$options -XX:+UseTransparentHugePages" ;;
esac
# unquoted: it is a list of options
# shellcheck disable=SC2086
exec "${JAVA_HOME:+$JAVA_HOME/bin/}java" -XX:SharedArchiveFile="$home/fate-flow-bpm.jsa" -Xshare:auto \
  -Xlog:cds=off -Xlog:cds+dynamic=off $options ${JAVA_OPTS:-} -jar "$home/fate-flow-bpm.jar" "$@"
