# Becomes an executor that is less trusted than its worker: a user of its own, who has no rights, sees no process of others, and has
# /tmp to himself. Runs in a mount namespace of its own. Arguments: user id, directory, command... Nothing is interpolated into this text.
set -uf
user=$1 directory=$2
shift 2
cd "$directory" || exit 125
for place in /tmp /var/tmp /dev/shm; do
  mount --bind "$directory/tmp" "$place" || exit 125
done
mount -t proc -o nosuid,nodev,noexec,hidepid=2 proc /proc || exit 125
# Processes count by user, and so by executor: one that forks without end stops itself.
exec setpriv --reuid="$user" --regid="$user" --clear-groups --no-new-privs --inh-caps=-all --bounding-set=-all -- \
  prlimit --nproc=4096:4096 --core=0:0 -- "$@"
