import { mkdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const HEARTBEAT_MS = 2000
/** A holder that has not touched its lock for this long has ended, even if its process id is in use. */
const STALE_AFTER_MS = 20_000
/** An orphaned worker (npm, the build) may go on this long after its prepare was killed. */
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
    // A killed process that nobody has waited for still has its id; in containers that lasts.
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
    // Half written: its holder is writing it now, unless it stays like this.
    try {
      return { pid: undefined, host: hostname(), ageMs: Date.now() - statSync(path).mtimeMs, unreadable: true }
    } catch {
      return undefined
    }
  }
}

/**
 * May this lock be taken over? Its holder is dead or silent, and so is the worker it started.
 * @param {{ pid?: number, worker?: number, host: string, ageMs: number, unreadable?: boolean }} lock
 */
export const isStale = (lock) => {
  const silent = lock.ageMs > STALE_AFTER_MS
  // Another container on the same folder: its process ids mean nothing here.
  if (lock.unreadable || lock.host !== hostname()) return silent
  if (isAlive(lock.worker) && lock.ageMs < WORKER_MAX_MS) return false
  return silent || !isAlive(lock.pid)
}

/**
 * Takes the lock, waiting for its holder.
 * @param {string} path
 * @param {(pid: number) => void} onWait called once, before waiting
 * @returns {Promise<{ noteWorker: (pid: number | undefined) => void, release: () => void }>}
 */
export const takeLock = async (path, onWait = () => {}) => {
  mkdirSync(dirname(path), { recursive: true })
  const mine = { pid: process.pid, host: hostname(), token: `${process.pid}-${Date.now()}-${Math.random()}` }
  const put = (target, extra = {}, flag = 'w') => writeFileSync(target, JSON.stringify({ ...mine, ...extra }), { flag })
  const isMine = () => read(path)?.token === mine.token

  for (let announced = false; ; await sleep(POLL_MS)) {
    try {
      put(path, {}, 'wx')
      break
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
    }
    const found = read(path)
    if (found === undefined) continue
    if (isStale(found)) {
      // Two may find it stale at once: the last to write has it, the others see that after a moment.
      put(`${path}.${process.pid}`)
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
  return { noteWorker: (worker) => put(path, { worker }), release }
}
