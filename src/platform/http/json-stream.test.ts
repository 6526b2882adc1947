import { expect, it } from 'vitest'
import { streamJson } from './json-stream.ts'

const textOf = (value: unknown) => new Response(streamJson(value)).text()

async function* rows(count: number, onEnd = () => {}) {
  try {
    for (let n = 0; n < count; n += 1) yield { n, text: `"quoted"\n${'ü'.repeat(1000)}` }
  } finally {
    onEnd()
  }
}

it('Parts of an object are written as JSON, whatever they are', async () => {
  const value = {
    plain: [1, { a: null }],
    text: 'a "b"',
    later: async () => ({ x: 1 }),
    none: rows(0),
    few: rows(2),
    missing: undefined,
    empty: {},
    deep: { few: rows(1) },
  }
  const row = (n: number) => ({ n, text: `"quoted"\n${'ü'.repeat(1000)}` })
  expect(JSON.parse(await textOf(value))).toEqual({
    plain: [1, { a: null }],
    text: 'a "b"',
    later: { x: 1 },
    none: [],
    few: [row(0), row(1)],
    empty: {},
    deep: { few: [row(0)] },
  })
})

it('Rows are read when the client takes them, and a client that leaves ends the reading', async () => {
  let read = 0
  let hasEnded = false
  async function* counted() {
    for await (const row of rows(1000, () => (hasEnded = true))) {
      read += 1
      yield row
    }
  }
  const reader = streamJson({ rows: counted() }).getReader()
  expect(read).toBe(0)
  await reader.read()
  const first = read
  expect(first).toBeLessThan(200)
  await new Promise(setImmediate)
  expect(read).toBe(first)
  await reader.cancel()
  expect(hasEnded).toBe(true)
})
