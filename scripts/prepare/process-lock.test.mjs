import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, utimesSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { makeFolder } from '#tests/support/temporary-folder.ts'
import { isStale, acquireLock } from './process-lock.mjs'

const MINUTE_MS = 60_000
const deadPid = spawnSync(process.execPath, ['--version']).pid
const alivePid = process.ppid
const lock = (parts) => ({ pid: alivePid, host: hostname(), ageMs: 0, ...parts })

describe('isStale', () => {
  it.each([
    ['its process is alive', {}, false],
    ['its process is dead', { pid: deadPid }, true],
    ['its process is dead and its worker is alive', { pid: deadPid, worker: alivePid }, false],
    ['its process and its worker are dead', { pid: deadPid, worker: deadPid }, true],
    ['another process now has its process id', { ageMs: MINUTE_MS }, true],
    ['this process now has its process id, as in a restarted container', { pid: process.pid }, true],
    ['it is from another machine and has a heartbeat', { pid: deadPid, host: 'another' }, false],
    ['it is from another machine and has no heartbeat', { host: 'another', ageMs: MINUTE_MS }, true],
    ['it is being written', { pid: undefined, unreadable: true }, false],
    ['it was never completely written', { pid: undefined, unreadable: true, ageMs: MINUTE_MS }, true],
  ])('when %s', (_, parts, expected) => {
    expect(isStale(lock(parts))).toBe(expected)
  })
})

describe('acquireLock', () => {
  it('writes the holder and its worker to the file, and release deletes the file', async () => {
    const path = join(makeFolder(), 'deep/lock')
    const { setWorker, release } = await acquireLock(path)
    setWorker(42)
    expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ pid: process.pid, worker: 42 })
    release()
    expect(existsSync(path)).toBe(false)
  })

  it('takes over the lock of a killed process', async () => {
    const path = join(makeFolder({ lock: lock({ pid: deadPid }) }), 'lock')
    const { release } = await acquireLock(path)
    expect(JSON.parse(readFileSync(path, 'utf8')).pid).toBe(process.pid)
    release()
  })

  it('waits for a live process and calls onWait once', async () => {
    const path = join(makeFolder({ lock: lock() }), 'lock')
    utimesSync(path, new Date(), new Date())
    const waits = []
    const { release } = await acquireLock(path, (pid) => {
      waits.push(pid)
      setTimeout(() => rmSync(path, { force: true }), 600)
    })
    expect(waits).toEqual([alivePid])
    release()
  })
})
