import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { PAUSE_WAIT_MAX_MS, TypingPause } from './typing-pause.ts'

const page = new EventTarget()
const type = () => page.dispatchEvent(new Event('input'))

/** @returns a function that tells whether the pause came */
const startWaiting = (typing: TypingPause) => {
  let isOver = false
  void typing.wait().then(() => (isOver = true))
  return async (ms: number) => {
    await vi.advanceTimersByTimeAsync(ms)
    return isOver
  }
}

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

test('Work begins at once if nobody has typed', async () => {
  const typing = new TypingPause(page)
  typing.watch()
  expect(await startWaiting(typing)(0)).toBe(true)
})

test('Work begins a second after the last letter', async () => {
  const typing = new TypingPause(page)
  typing.watch()
  type()
  const isOverAfter = startWaiting(typing)
  expect(await isOverAfter(900)).toBe(false)
  type()
  expect(await isOverAfter(900)).toBe(false)
  expect(await isOverAfter(100)).toBe(true)
})

test('Work also begins while someone types without a pause', async () => {
  const typing = new TypingPause(page)
  typing.watch()
  type()
  const isOverAfter = startWaiting(typing)
  for (let ms = 500; ms < PAUSE_WAIT_MAX_MS; ms += 500) {
    expect(await isOverAfter(500)).toBe(false)
    type()
  }
  expect(await isOverAfter(500)).toBe(true)
})

test('Typing while there is no work is ignored', async () => {
  const typing = new TypingPause(page)
  typing.watch()
  typing.ignore()
  type()
  expect(await startWaiting(typing)(0)).toBe(true)
})
