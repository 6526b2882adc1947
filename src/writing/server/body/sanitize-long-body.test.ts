import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { sanitizeAnyBody } from './sanitize-long-body.ts'
import { sanitizeBody } from './sanitize-body.ts'

const ORIGIN = 'https://blog.example.org'
const long = (text: string) => text.repeat(Math.ceil(100_000 / text.length))

describe('sanitizing off the event loop', () => {
  it.each([
    ['short', '<p onclick="x()">Hello <script>alert(1)</script><a href="javascript:x">there</a></p>'],
    ['long', long('<p onclick="x()">Hello <script>alert(1)</script><a href="javascript:x">there</a></p>')],
  ])('A %s body is sanitised like any other', async (_, html) => {
    expect(await sanitizeAnyBody(html, ORIGIN)).toBe(sanitizeBody(html, ORIGIN))
  })

  it('The reason for a refused body is passed from the thread', async () => {
    await expect(sanitizeAnyBody('<b>'.repeat(20_001), ORIGIN)).rejects.toMatchObject({
      code: 'bad_request',
      message: expect.stringContaining('too many parts'),
    })
  })

  it('A hostile body does not block the event loop', async () => {
    const hostile = `<a ${Array.from({ length: 20_000 }, (__, number) => `a${number}`).join(' ')}>x</a>`
    let turns = 0
    let isDone = false
    const counting = (async () => {
      for (; !isDone; turns += 1) await nextTurn()
    })()
    expect(await sanitizeAnyBody(hostile, ORIGIN)).toBe('<a>x</a>')
    isDone = true
    await counting
    expect(turns).toBeGreaterThan(100)
  })
})
