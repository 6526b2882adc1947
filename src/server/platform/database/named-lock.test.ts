import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, it } from 'vitest'
import { onEachEngine, useTestApp } from '#tests/support/engines.ts'
import { takeLock } from './named-lock.ts'

const HOLD = `
  const { takeLock } = await import('#server/platform/database/named-lock.ts')
  const lock = await takeLock({ databaseUrl: process.argv[1], name: process.argv[2], mode: process.argv[3] })
  console.log(lock ? 'taken' : 'refused')
  setInterval(() => {}, 1000)`

onEachEngine('a named lock', (engine) => {
  const blog = useTestApp(engine)
  const take = (name: string, mode: 'shared' | 'alone', waitMs?: number) =>
    takeLock({ databaseUrl: blog().databaseUrl, name, mode, waitMs })
  async function elsewhere(name: string, mode: string): Promise<{ child: ChildProcess; answer: string }> {
    const child = spawn(process.execPath, ['--input-type=module', '-e', HOLD, blog().databaseUrl, name, mode], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [answer] = (await once(child.stdout, 'data')) as [Buffer]
    return { child, answer: answer.toString().trim() }
  }

  it('is shared by many or held by one, in this process and in others', async () => {
    const first = await take('a', 'shared')
    const second = await take('a', 'shared')
    const other = await elsewhere('a', 'shared')
    expect([first, second, other.answer]).toEqual([expect.anything(), expect.anything(), 'taken'])
    expect(await take('a', 'alone')).toBeUndefined()
    await first?.release()
    await second?.release()
    expect(await take('a', 'alone')).toBeUndefined()
    // Ended as in a power cut: nothing is left to be tidied up.
    other.child.kill('SIGKILL')
    await once(other.child, 'exit')
    const alone = await take('a', 'alone', 5000)
    expect(alone).toBeDefined()
    expect(await take('a', 'shared')).toBeUndefined()
    await alone?.release()
  })

  it('is waited for, and has nothing to do with one of another name', async () => {
    const held = await take('b', 'alone')
    const other = await take('c', 'alone')
    expect(other).toBeDefined()
    const waiting = take('b', 'alone', 10_000)
    await held?.release()
    const taken = await waiting
    expect(taken).toBeDefined()
    await taken?.release()
    await other?.release()
  })
})
