import { mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const BEAT_MS = 1000
/** A holder that has not touched its file for so long has ended. */
const STALE_MS = 15_000
const POLL_MS = 200

const statOf = (path) => statSync(path, { throwIfNoEntry: false })

/** Runs the work while no other process of this folder does, if necessary after waiting for it. */
export const withLock = async (path, onWait, work) => {
  mkdirSync(dirname(path), { recursive: true })
  const token = `${process.pid} ${Math.random()}`
  for (let isAnnounced = false; ; await sleep(POLL_MS)) {
    const found = statOf(path)
    if (found !== undefined && Date.now() - found.mtimeMs < STALE_MS) {
      if (!isAnnounced) onWait()
      isAnnounced = true
      continue
    }
    try {
      writeFileSync(path, token, { flag: found === undefined ? 'wx' : 'w' })
      // Several may take over one that is stale: the last one has it.
      if (found !== undefined) await sleep(POLL_MS)
      if (readFileSync(path, 'utf8') === token) break
    } catch (error) {
      if (error.code !== 'EEXIST' && error.code !== 'ENOENT') throw error
    }
  }
  const beat = setInterval(() => statOf(path) && utimesSync(path, new Date(), new Date()), BEAT_MS)
  const release = () => rmSync(path, { force: true })
  process.once('exit', release)
  // Without a handler the file would stay behind Ctrl-C.
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))
  try {
    return await work()
  } finally {
    clearInterval(beat)
    process.off('exit', release)
    release()
  }
}
