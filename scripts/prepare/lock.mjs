import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** Where the system does not say when a process started, an older claim may be that of an earlier process with its number. */
const CLAIM_MAX_MS = 60 * 60_000

/** @returns when a process started, 'ended' for one that is only waited for, '' where the system does not say */
const startOf = (pid) => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name, in parentheses, may contain anything; before it are the number, after it the state and 18 other fields.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return 'ZX'.includes(fields[0]) ? 'ended' : fields[19]
  } catch {
    return ''
  }
}

const isRunning = (folder, claim) => {
  const [pid, start] = claim.split('-')
  try {
    process.kill(Number(pid), 0)
  } catch (error) {
    if (error.code !== 'EPERM') return false
  }
  const found = startOf(pid)
  if (start !== '' && found !== '') return start === found
  const claimed = statSync(join(folder, claim), { throwIfNoEntry: false })
  return claimed !== undefined && Date.now() - claimed.mtimeMs < CLAIM_MAX_MS
}

/**
 * Runs the work while no other process does with the same folder. Each process claims the lock by a file that is named by
 * its number and its start, and has it if no other process that still runs does: a claim of one that has died is deleted,
 * and nobody can mistake a new claim for it.
 */
export const withLock = async (folder, onWait, work) => {
  mkdirSync(folder, { recursive: true })
  const own = `${process.pid}-${startOf(process.pid)}`
  const isHeld = (claim) => {
    if (claim === own) return false
    if (isRunning(folder, claim)) return true
    rmSync(join(folder, claim), { force: true })
    return false
  }
  for (let isFirst = true; ; isFirst = false) {
    writeFileSync(join(folder, own), '')
    if (!readdirSync(folder).some(isHeld)) break
    rmSync(join(folder, own))
    if (isFirst) onWait()
    // At random: two that began at the same time would meet again.
    await sleep(100 + 200 * Math.random())
  }
  try {
    return await work()
  } finally {
    rmSync(join(folder, own), { force: true })
  }
}
