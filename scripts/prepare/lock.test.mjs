import { existsSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { makeFolder } from '#tests/support/temporary-folder.ts'
import { withLock } from './lock.mjs'

it('One process works, the next one waits for it', async () => {
  const path = join(makeFolder(), 'deep/lock')
  const events = []
  const first = Promise.withResolvers()
  const one = withLock(
    path,
    () => {},
    async () => {
      events.push('one begins')
      await first.promise
      events.push('one ends')
    },
  )
  const other = withLock(
    path,
    () => {
      events.push('other waits')
      first.resolve()
    },
    async () => events.push('other works'),
  )
  await Promise.all([one, other])
  expect(events).toEqual(['one begins', 'other waits', 'one ends', 'other works'])
  expect(existsSync(path)).toBe(false)
})

it('One of several takes over what a killed process has left', async () => {
  const path = join(makeFolder({ lock: 'a process of yesterday' }), 'lock')
  utimesSync(path, 0, 0)
  let [running, most] = [0, 0]
  const work = async () => {
    most = Math.max(most, (running += 1))
    await new Promise((resolve) => setTimeout(resolve, 50))
    running -= 1
  }
  await Promise.all(Array.from({ length: 4 }, () => withLock(path, () => {}, work)))
  expect(most).toBe(1)
})
