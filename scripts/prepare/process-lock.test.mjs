import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, utimesSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { makeFolder } from '#tests/support/temporary-folder.ts'
import { isStale, takeLock } from './process-lock.mjs'

const MINUTE_MS = 60_000
const deadPid = spawnSync(process.execPath, ['--version']).pid
const alivePid = process.ppid
const lock = (parts) => ({ pid: alivePid, host: hostname(), ageMs: 0, ...parts })

describe('isStale', () => {
  it.each([
    ['its process lives', {}, false],
    ['its process is gone', { pid: deadPid }, true],
    ['its process was killed and the npm it started goes on', { pid: deadPid, worker: alivePid }, false],
    ['both are gone', { pid: deadPid, worker: deadPid }, true],
    ['another process has its process id now', { ageMs: MINUTE_MS }, true],
    ['we have its process id now, as in a container that was started again', { pid: process.pid }, true],
    ['it is from another machine and fresh', { pid: deadPid, host: 'another' }, false],
    ['it is from another machine and silent', { host: 'another', ageMs: MINUTE_MS }, true],
    ['it is being written', { pid: undefined, unreadable: true }, false],
    ['it was never written to its end', { pid: undefined, unreadable: true, ageMs: MINUTE_MS }, true],
  ])('when %s', (_, parts, expected) => {
    expect(isStale(lock(parts))).toBe(expected)
  })
})

describe('takeLock', () => {
  it('writes down who has it, and leaves nothing behind', async () => {
    const path = join(makeFolder(), 'deep/lock')
    const { noteWorker, release } = await takeLock(path)
    noteWorker(42)
    expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ pid: process.pid, worker: 42 })
    release()
    expect(existsSync(path)).toBe(false)
  })

  it('takes over from a process that was killed', async () => {
    const path = join(makeFolder({ lock: lock({ pid: deadPid }) }), 'lock')
    const { release } = await takeLock(path)
    expect(JSON.parse(readFileSync(path, 'utf8')).pid).toBe(process.pid)
    release()
  })

  it('waits for a process that lives, and says so once', async () => {
    const path = join(makeFolder({ lock: lock() }), 'lock')
    utimesSync(path, new Date(), new Date())
    const waits = []
    setTimeout(() => rmSync(path), 600)
    const { release } = await takeLock(path, (pid) => waits.push(pid))
    expect(waits).toEqual([alivePid])
    release()
  })
})
