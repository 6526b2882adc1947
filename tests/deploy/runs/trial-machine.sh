#!/bin/bash
# A machine for trials, in namespaces of this one: systemd as its first process, the programs of this machine or of TRIAL_ROOT
# (a folder with another Debian, by debootstrap), and everything that is written in memory. It has this machine's network.
#
#     trial-machine.sh SHARED    SHARED: a folder of both machines; runs as long as its input is open
set -euo pipefail
shared=$1

if [ "${2:-}" != inside ]; then
  place=$(mktemp --directory)
  mount --make-rprivate /
  mount -t tmpfs tmpfs "$place"
  mkdir "$place"/{up,work,root,cgroup}
  # A branch of its own in the tree of control groups.
  if [ -d /sys/fs/cgroup/systemd ]; then
    mount -t cgroup -o none,name=systemd cgroup "$place/cgroup"
  else
    mount -t cgroup2 cgroup2 "$place/cgroup"
  fi
  remove() {
    # Once its last processes are gone.
    for _ in 1 2 3 4 5; do
      find "$branch" -depth -type d -exec rmdir {} + 2>/dev/null && break
      sleep 0.3
    done
    umount -l "$place"
    rmdir "$place"
  }
  branch=$place/cgroup/kindred-trial-$$
  mkdir "$branch"
  trap 'remove' EXIT
  (
    echo "$BASHPID" >"$branch/cgroup.procs"
    exec unshare --fork --pid --mount --uts --ipc --cgroup --kill-child "$0" "$shared" inside "$place"
  ) </dev/null &
  child=$!
  # It ends with the process that started it, whose end closes this pipe.
  { cat >/dev/null; kill -9 "$child"; } <&0 &
  wait "$child" || true
  kill %2
  exit 0
fi

place=$3
root=$place/root
mount -t overlay overlay -o "lowerdir=${TRIAL_ROOT:-/},upperdir=$place/up,workdir=$place/work" "$root"
mount -t proc proc "$root/proc"
mount --bind "$root/proc/sys" "$root/proc/sys"
mount -o remount,bind,ro "$root/proc/sys"
mount -t sysfs -o ro sysfs "$root/sys"
mount -t tmpfs tmpfs "$root/sys/fs/cgroup"
if [ -d /sys/fs/cgroup/systemd ]; then
  mkdir "$root/sys/fs/cgroup/systemd"
  mount -t cgroup -o none,name=systemd cgroup "$root/sys/fs/cgroup/systemd"
else
  mount -t cgroup2 cgroup2 "$root/sys/fs/cgroup"
fi
mount -t tmpfs -o mode=755 tmpfs "$root/dev"
for device in null:3 zero:5 full:7 random:8 urandom:9; do mknod -m 666 "$root/dev/${device%:*}" c 1 "${device#*:}"; done
mknod -m 666 "$root/dev/tty" c 5 0
ln -s pts/ptmx "$root/dev/ptmx"
ln -s /proc/self/fd "$root/dev/fd"
mkdir "$root/dev/shm" "$root/dev/pts"
chmod 1777 "$root/dev/shm"
mount -t tmpfs tmpfs "$root/run"
mkdir -p "$root/shared"
mount --bind "$shared" "$root/shared"
# Nothing of this machine's own services.
find "$root/etc/systemd/system" -mindepth 1 -delete
# It would read all that lies in /var/tmp.
ln -s /dev/null "$root/etc/systemd/system/systemd-tmpfiles-setup.service"
cat >"$root/etc/systemd/system/trial.target" <<'END'
[Unit]
Requires=systemd-journald.service dbus.service
After=systemd-journald.service
END
mkdir "$root/.old"
cd "$root"
pivot_root . .old
umount -l /.old
rmdir /.old
touch /shared/booting
export container=trial
exec /lib/systemd/systemd --system --unit=trial.target --log-level=warning
