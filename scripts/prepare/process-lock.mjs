import { mkdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const HEARTBEAT_MS = 2000
/** A holder that has not touched its lock file for this long has ended, even if its process id is in use. */
const STALE_AFTER_MS = 20_000
/** Maximum time to wait for an orphaned worker (npm or the build) after its parent was killed. */
const WORKER_MAX_MS = 10 * 60_000
const POLL_MS = 200

const isZombie = (pid) => {
  try {
    return / Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

const isAlive = (pid) => {
  if (!pid || pid === process.pid) return false
  try {
    process.kill(pid, 0)
    // A killed process whose parent has not waited for it still has its id; in containers without init, for ever.
    return !isZombie(pid)
  } catch (error) {
    return error.code === 'EPERM'
  }
}

const read = (path) => {
  try {
    return { ...JSON.parse(readFileSync(path, 'utf8')), ageMs: Date.now() - statSync(path).mtimeMs }
  } catch (error) {
    if (error.code === 'ENOENT') return undefined
    // Incomplete JSON: the holder is writing it now, unless the file is old.
    try {
      return { pid: undefined, host: hostname(), ageMs: Date.now() - statSync(path).mtimeMs, unreadable: true }
    } catch {
      return undefined
    }
  }
}

/**
 * Returns true when the lock may be taken over: its holder and the holder's worker are dead or have no heartbeat.
 * @param {{ pid?: number, worker?: number, host: string, ageMs: number, unreadable?: boolean }} lock
 */
export const isStale = (lock) => {
  const hasNoHeartbeat = lock.ageMs > STALE_AFTER_MS
  // The process ids of another host or container are unknown on this one.
  if (lock.unreadable || lock.host !== hostname()) return hasNoHeartbeat
  if (isAlive(lock.worker) && lock.ageMs < WORKER_MAX_MS) return false
  return hasNoHeartbeat || !isAlive(lock.pid)
}

/**
 * Acquires the lock, if necessary after waiting for its holder.
 * @param {string} path
 * @param {(pid: number) => void} onWait called once, before waiting
 * @returns {Promise<{ setWorker: (pid: number | undefined) => void, release: () => void }>}
 */
export const acquireLock = async (path, onWait = () => {}) => {
  mkdirSync(dirname(path), { recursive: true })
  const mine = { pid: process.pid, host: hostname(), token: `${process.pid}-${Date.now()}-${Math.random()}` }
  const writeLock = (target, extra = {}, flag = 'w') => writeFileSync(target, JSON.stringify({ ...mine, ...extra }), { flag })
  const isMine = () => read(path)?.token === mine.token

  for (let announced = false; ; await sleep(POLL_MS)) {
    try {
      writeLock(path, {}, 'wx')
      break
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
    }
    const found = read(path)
    if (found === undefined) continue
    if (isStale(found)) {
      // Several processes may find it stale at the same time: the last writer has the lock, the others see this after the pause.
      writeLock(`${path}.${process.pid}`)
      renameSync(`${path}.${process.pid}`, path)
      await sleep(POLL_MS)
      if (isMine()) break
    } else if (!announced && !found.unreadable) {
      announced = true
      onWait(found.pid)
    }
  }

  const heartbeat = setInterval(() => {
    if (isMine()) utimesSync(path, new Date(), new Date())
  }, HEARTBEAT_MS)
  heartbeat.unref()
  const release = () => {
    clearInterval(heartbeat)
    if (isMine()) rmSync(path, { force: true })
  }
  process.once('exit', release)
  return { setWorker: (worker) => writeLock(path, { worker }), release }
}
