import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { makeFolder } from '#tests/support/temporary-folder.ts'
import { withLock } from './lock.mjs'

const LOCK = JSON.stringify(new URL('lock.mjs', import.meta.url).href)

/** Another process with the lock on `claims`, which then runs `work`. */
const startProcess = (folder, work) => {
  const script = `
    import { appendFileSync, existsSync } from 'node:fs'
    import { setTimeout as sleep } from 'node:timers/promises'
    import { withLock } from ${LOCK}
    const note = (text) => appendFileSync('journal', text)
    await withLock('claims', () => note('waits '), async () => { ${work} })`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  return { child, ended: once(child, 'close') }
}
const journalOf = (folder) => (existsSync(join(folder, 'journal')) ? readFileSync(join(folder, 'journal'), 'utf8') : '')
const failAtWait = () => {
  throw new Error('The lock is held.')
}

describe('withLock', () => {
  it('runs the work of several processes one after the other, and leaves no claim behind', async () => {
    const folder = makeFolder({ 'claims/999999999-1': '' })
    const work = `note('begins '); await sleep(20); note('ends ')`
    const ends = await Promise.all(Array.from({ length: 6 }, () => startProcess(folder, work).ended))
    expect(ends.map(([code]) => code)).toEqual([0, 0, 0, 0, 0, 0])
    expect(journalOf(folder).replaceAll('waits ', '')).toBe('begins ends '.repeat(6))
    expect(readdirSync(join(folder, 'claims'))).toEqual([])
  })

  it('waits for a process that has it, and not for one that was killed', async () => {
    const folder = makeFolder({})
    const holder = startProcess(folder, `note('begins '); await sleep(2 ** 31 - 1)`)
    await expect.poll(() => journalOf(folder)).toBe('begins ')
    let isWaiting = false
    const waiting = withLock(
      join(folder, 'claims'),
      () => (isWaiting = true),
      async () => 'done',
    )
    await expect.poll(() => isWaiting).toBe(true)
    holder.child.kill('SIGKILL')
    expect(await waiting).toBe('done')
  })

  it('is free again after work that fails', async () => {
    const claims = join(makeFolder({}), 'claims')
    const fail = async () => {
      throw new Error('no network')
    }
    await expect(withLock(claims, failAtWait, fail)).rejects.toThrow('no network')
    expect(await withLock(claims, failAtWait, async () => 'done')).toBe('done')
  })

  it.runIf(process.platform === 'linux')('waits for no other process that has the number of a dead one, not even itself', async () => {
    const claims = join(makeFolder({ 'claims/x': '' }), 'claims')
    for (const pid of [process.pid, process.ppid]) writeFileSync(join(claims, `${pid}-1`), '')
    expect(await withLock(claims, failAtWait, async () => 'done')).toBe('done')
  })
})
