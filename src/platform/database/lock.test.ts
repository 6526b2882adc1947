import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { expect, it } from 'vitest'
import { onEachEngine, useTestApp } from '#tests/support/engines.ts'
import { openLocks } from './lock.ts'

const HOLD = `
  const { openLocks } = await import('#platform/database/lock.ts')
  const lock = await openLocks(process.argv[1]).tryLock(process.argv[2], { mode: process.argv[3] })
  console.log(lock ? 'taken' : 'refused')
  setInterval(() => {}, 1000)`

onEachEngine('Locks', (engine) => {
  const blog = useTestApp(engine)
  const open = () => openLocks(blog().databaseUrl)
  async function takeInOtherProcess(name: string, mode: string): Promise<{ child: ChildProcess; result: string }> {
    const child = spawn(process.execPath, ['--input-type=module', '-e', HOLD, blog().databaseUrl, name, mode], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [line] = (await once(child.stdout, 'data')) as [Buffer]
    return { child, result: line.toString().trim() }
  }

  it('are shared by many holders or held by one, across connections and processes, and dropped with a killed process', async () => {
    await using here = open()
    await using there = open()
    const first = await here.tryLock('a', { mode: 'shared' })
    const second = await there.tryLock('a', { mode: 'shared' })
    const other = await takeInOtherProcess('a', 'shared')
    expect([first, second, other.result]).toEqual([expect.anything(), expect.anything(), 'taken'])
    expect(await here.tryLock('a')).toBeUndefined()
    await first?.release()
    await second?.release()
    expect(await here.tryLock('a')).toBeUndefined()
    other.child.kill('SIGKILL')
    await once(other.child, 'exit')
    const exclusive = await here.tryLock('a', { waitMs: 120_000 })
    expect(exclusive).toBeDefined()
    expect(await there.tryLock('a', { mode: 'shared' })).toBeUndefined()
    expect((await takeInOtherProcess('a', 'shared').then(({ child, result }) => (child.kill('SIGKILL'), result))).trim()).toBe('refused')
  })

  it('exclude holders in the same process, who share one connection', async () => {
    await using locks = open()
    const held = await locks.tryLock('b')
    expect(await Promise.all([locks.tryLock('b'), locks.tryLock('b', { mode: 'shared' })])).toEqual([undefined, undefined])
    await held?.release()
    const shared = [await locks.tryLock('b', { mode: 'shared' }), await locks.tryLock('b', { mode: 'shared' })]
    await shared[0]?.release()
    await shared[0]?.release()
    expect(await locks.tryLock('b')).toBeUndefined()
    await shared[1]?.release()
    expect(await locks.tryLock('b')).toBeDefined()
  })

  it('run work once, give its result or its error, and are released after it', async () => {
    await using here = open()
    await using there = open()
    const begun = Promise.withResolvers<void>()
    const gate = Promise.withResolvers<string>()
    const first = here.withLock('e', () => {
      begun.resolve()
      return gate.promise
    })
    await begun.promise
    expect(await there.withLock('e', async () => 'second')).toBeUndefined()
    gate.resolve('first')
    expect(await first).toBe('first')
    await expect(there.withLock('e', () => Promise.reject(new Error('work failed')))).rejects.toThrow('work failed')
    expect(await here.withLock('e', async () => 'third')).toBe('third')
  })

  it('are released when they are closed, and leave no file behind', async () => {
    const locks = open()
    await locks.tryLock('f')
    await locks[Symbol.asyncDispose]()
    await using others = open()
    const lock = await others.tryLock('f')
    expect(lock).toBeDefined()
    await lock?.release()
    expect(existsSync(`${blog().databaseUrl.slice('sqlite:'.length)}.f.lock`)).toBe(false)
  })

  it.runIf(engine === 'postgres')('notify their holder when the connection was lost, and can be taken again', async () => {
    await using locks = open()
    const lock = await locks.tryLock('h')
    const { sql } = await import('kysely')
    await sql`select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and pid <> pg_backend_pid()
      and objid = (hashtext('h')::bigint & 4294967295)::oid`.execute(blog().db)
    await lock?.lost
    await expect.poll(() => locks.tryLock('h')).toBeDefined()
  })
})
