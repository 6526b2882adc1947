import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { makeBodySafe } from './make-body-safe.ts'
import { sanitizeBody } from './sanitize-body.ts'

const ORIGIN = 'https://blog.example.org'
const long = (text: string) => text.repeat(Math.ceil(100_000 / text.length))

describe('making a body safe', () => {
  it.each([
    ['short', '<p onclick="x()">Hello <script>alert(1)</script><a href="javascript:x">there</a></p>'],
    ['long', long('<p onclick="x()">Hello <script>alert(1)</script><a href="javascript:x">there</a></p>')],
  ])('gives the same wherever it is done: %s', async (_, html) => {
    expect(await makeBodySafe(html, ORIGIN)).toBe(sanitizeBody(html, ORIGIN))
  })

  it('refuses what cannot be a post, with the reason', async () => {
    await expect(makeBodySafe('<b>'.repeat(20_001), ORIGIN)).rejects.toMatchObject({
      code: 'bad_request',
      message: expect.stringContaining('too many parts'),
    })
  })

  it('leaves the event loop to the others, however hostile the body', async () => {
    const hostile = `<a ${Array.from({ length: 60_000 }, (__, number) => `a${number}`).join(' ')}>x</a>`
    let turns = 0
    let isDone = false
    const counting = (async () => {
      for (; !isDone; turns += 1) await nextTurn()
    })()
    expect(await makeBodySafe(hostile, ORIGIN)).toBe('<a>x</a>')
    isDone = true
    await counting
    expect(turns).toBeGreaterThan(100)
  })
})
