# Starts an executor in a session of its own and writes down what becomes of it, whether or not a worker is there to see.
# Arguments: directory, standard log, mark (NAME=value), the file that says who was started (launch; or ahead, if there is no attempt
# yet, and that file becomes launch when there is one), command... Nothing is interpolated into this text.
set -uf
dir=$1 log=$2 mark=$3 who=$4
shift 4
# What the executor is to read: nothing, but for one that was started ahead. It alone keeps it open.
exec 3<&0 </dev/null
start_of() {
  stat=
  read -r stat 2>/dev/null <"/proc/$1/stat"
  set -- ${stat##*) }
  if [ $# -ge 20 ]; then shift 19; ticks=$1; else ticks=0; fi
}
boot=-
read -r boot 2>/dev/null </proc/sys/kernel/random/boot_id
# In a container the launcher is the one that is asked to end: the executor is, then, and may do so by itself.
pid=
asked=
# Before it has a session of its own, it is that one process.
tell() {
  kill -s TERM -- -$pid 2>/dev/null || kill -s TERM $pid 2>/dev/null
}
trap 'asked=1; [ -z "$pid" ] || tell' TERM
# The file is made exclusively: of a launcher and a worker that gives the executor up for lost, only one gets it.
set -C
start_of $$
printf 'launcher %s %s %s\n' $$ "$ticks" "$boot" >"$dir/$who" || exit 125
set +C
# Where it is from now on: a directory with an executor that was started ahead becomes that of a run.
cd "$dir" || exit 125
dir=.
# What the executor starts has it, this launcher, which is to live on, has not: /proc shows what a process began with.
export "$mark"
if command -v setsid >/dev/null; then
  setsid "$@" <&3 3<&- >>"$log" 2>&1 &
else
  set -m
  "$@" <&3 3<&- >>"$log" 2>&1 &
fi
pid=$!
exec 3<&-
# so early that there was nobody to tell
[ -z "$asked" ] || tell
start_of $pid
printf 'executor %s %s %s\n' $pid "$ticks" "$boot" >>"$dir/$who"
printf '%s\n' $pid >"$dir/task_executor_pid"
# A signal ends the waiting, too: its number is the answer then, even if the executor has ended at that moment. So such an
# answer is asked for again, until the shell has no other: dash says 127 then, bash a negative number, others the same for ever.
code=
left=....................
while [ -n "$left" ]; do
  wait $pid
  ended=$?
  if [ -n "$code" ] && { [ $ended -eq 127 ] || [ $ended -lt 0 ]; }; then break; fi
  code=$ended
  [ $code -gt 128 ] || break
  kill -0 $pid 2>/dev/null || left=${left#.}
done
# Nobody asks what became of one that has got no attempt; its directory may be another's by now.
[ "$who" = launch ] || [ "$dir/$who" -ef "$dir/launch" ] || exit $code
times >"$dir/usage"
# Over the room that the worker has taken for it: a disk that is full by now has that. One write with its line end: a reader takes
# the code only when the line is complete. Builtins only: a program for it, mv, was a quarter of what starting an executor costs.
printf '%-15s\n' $code 1<>"$dir/exit_code"
exit $code
