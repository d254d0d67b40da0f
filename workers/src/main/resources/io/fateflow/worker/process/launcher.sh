# Starts an executor in a session of its own and writes down what becomes of it, whether or not a worker is there to see.
# Arguments: run directory, standard log, command... Nothing is interpolated into this text.
set -uf
dir=$1 log=$2
shift 2
start_of() {
  stat=
  read -r stat 2>/dev/null <"/proc/$1/stat"
  set -- ${stat##*) }
  if [ $# -ge 20 ]; then shift 19; ticks=$1; else ticks=0; fi
}
boot=-
read -r boot 2>/dev/null </proc/sys/kernel/random/boot_id
# The file is made exclusively: of a launcher and a worker that gives the executor up for lost, only one gets it.
set -C
start_of $$
printf 'launcher %s %s %s\n' $$ "$ticks" "$boot" >"$dir/launch" || exit 125
set +C
cd "$dir" || exit 125
if command -v setsid >/dev/null; then
  setsid "$@" </dev/null >>"$log" 2>&1 &
else
  set -m
  "$@" </dev/null >>"$log" 2>&1 &
fi
pid=$!
start_of $pid
printf 'executor %s %s %s\n' $pid "$ticks" "$boot" >>"$dir/launch"
printf '%s\n' $pid >"$dir/task_executor_pid"
wait $pid
code=$?
times >"$dir/usage"
# One write with its line end: a reader takes the code only when the line is complete.
printf '%s\n' $code >"$dir/exit_code"
