import { existsSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { makeFolder } from '#tests/support/temporary-folder.ts'
import { openUpgradeWatch, WATCH_FILE } from './upgrade-watch.ts'

function open(mark?: string) {
  const folder = makeFolder()
  const path = join(folder, WATCH_FILE)
  if (mark !== undefined) writeFileSync(path, mark)
  const watch = openUpgradeWatch(folder)
  onTestFinished(watch.close)
  return { watch, path }
}

describe('the watch over a new version', () => {
  it('allows writes where no upgrade is running', () => {
    const { watch } = open()
    const start = vi.fn<() => () => void>(() => () => {})
    watch.whenOpened(start)
    expect([watch.isClosed(), watch.isCopied]).toEqual([false, false])
    expect(start).toHaveBeenCalledOnce()
  })

  it('allows them after its time, which begins when the version serves', async () => {
    const { watch, path } = open('1 closed\n')
    const stop = vi.fn<() => void>()
    const start = vi.fn<() => () => void>(() => stop)
    const end = watch.whenOpened(start)
    expect([watch.isClosed(), watch.isCopied]).toEqual([true, true])
    watch.ready()
    expect(existsSync(path)).toBe(true)
    await expect.poll(() => watch.isClosed()).toBe(false)
    expect(existsSync(path)).toBe(false)
    await expect.poll(() => start).toHaveBeenCalledOnce()
    await end()
    expect(stop).toHaveBeenCalledOnce()
  })

  it('allows them all the time where the schema is the same', async () => {
    const { watch, path } = open('0 open\n')
    expect([watch.isClosed(), watch.isCopied]).toEqual([false, false])
    watch.ready()
    await expect.poll(() => existsSync(path)).toBe(false)
  })

  it('allows none while the version before comes back, and starts nothing that was stopped', async () => {
    const { watch, path } = open('0 closed\n')
    const start = vi.fn<() => () => void>(() => () => {})
    await watch.whenOpened(start)()
    renameSync(path, `${path}-over`)
    watch.ready()
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(watch.isClosed()).toBe(true)
    expect(start).not.toHaveBeenCalled()
  })
})
