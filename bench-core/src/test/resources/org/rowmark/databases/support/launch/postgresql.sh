#!/bin/sh
# Prints what builds an image of this machine's newest PostgreSQL, with all that it is linked to: for "docker build -".
set -eu
bin=$(ls -d /usr/lib/postgresql/*/bin | tail -1)
context=$(mktemp -d)
trap 'rm -rf "$context"' EXIT
root=$context/root
mkdir -m 755 "$root"
copy() {
    for file in "$@"; do
        [ -e "$root$file" ] || { mkdir -p "$root$(dirname "$file")" && cp -aL "$file" "$root$file"; }
    done
}
programs="/bin/sh $bin/postgres $bin/initdb $(for name in mkdir chmod chown ln rm setpriv; do command -v $name; done)"
modules="$bin/../lib/plpgsql.so $bin/../lib/dict_snowball.so"
# shellcheck disable=SC2086 # none of these has a space in its path
{
    copy /usr/share/postgresql /usr/share/zoneinfo /etc/passwd /etc/group /etc/nsswitch.conf $programs $modules
    copy $(ldd $programs $modules | grep -o '/[^ :]* (' | tr -d '(' | sort -u)
}
mkdir -m 1777 "$root/tmp"
ln -s "$bin" "$root/postgresql"
# Starts the server with the words that it is given, of which the first is the program; the superuser's password is in
# POSTGRES_PASSWORD. Temporary files are on a small disk, the container's shared memory of 64 MB.
cat >"$root/entrypoint" <<'START'
#!/bin/sh
set -eu
PATH=/postgresql:$PATH
data=/var/lib/postgresql/data
if [ ! -e $data ]; then
    mkdir -p $data /var/run/postgresql
    chown postgres $data /var/run/postgresql
    chmod 700 $data
    printf '%s' "$POSTGRES_PASSWORD" >/tmp/password
    chmod 644 /tmp/password
    setpriv --reuid postgres --clear-groups initdb -D $data -U postgres --auth scram-sha-256 --pwfile /tmp/password
    rm /tmp/password
    echo 'host all all all scram-sha-256' >>$data/pg_hba.conf
    echo "listen_addresses = '*'" >>$data/postgresql.conf
    ln -s /dev/shm/temporary $data/base/pgsql_tmp
fi
mkdir -p -m 1777 /dev/shm/temporary
exec setpriv --reuid postgres --clear-groups "$@" -D $data
START
chmod 755 "$root/entrypoint"
cat >"$context/Dockerfile" <<'BUILD'
FROM scratch
COPY root /
ENTRYPOINT ["/entrypoint"]
BUILD
tar -C "$context" -c .
