import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createRandom } from '#tests/crash/random.ts'
import { makeFolder } from '#tests/support/temporary-folder.ts'
import { readTables } from './read-tables.ts'

const read = (json: string, ...names: string[]) => readTables(join(makeFolder({ 'x.json': json }), 'x.json'), names)
const ROWS_OF_170_MB = Array.from({ length: 17 }, () => JSON.stringify({ x: 'y'.repeat(10_000_000) })).join(',')
const PIECES = ['"', '\\', '{', '}', '[', ']', ':', ',', 'posts', 'data', '\u00e9', '💗', 'n', '\n', ' ']

it('Rows equal those of JSON.parse, wherever the chunks of the file begin', async () => {
  const random = createRandom(3)
  const text = (length: number) => Array.from({ length }, () => random.pick(PIECES)).join('')
  const posts = Array.from({ length: 300 }, (_, id) => ({ id, html: text(random.below(6000)), [text(5)]: { nested: [[text(9)], {}] } }))
  const data = { junk: [[{ posts: [{ id: 'no' }] }]], posts, [text(20)]: posts, tags: [] }
  for (const whole of [{ db: [{ meta: { data: { posts: [1] } }, data }] }, { meta: {}, data }]) {
    for (const space of [0, 1]) expect(await read(JSON.stringify(whole, null, space), 'posts', 'tags')).toEqual({ posts, tags: [] })
  }
})

it('Editor formats of posts with HTML, and other tables, are skipped', async () => {
  const row = { id: '1', lexical: '{}', mobiledoc: '{}', plaintext: 'x', html: '<p>x</p>' }
  const unrendered = { id: '2', html: null, lexical: '{}' }
  expect(await read(JSON.stringify({ data: { posts: [row, unrendered], other: [row] } }), 'posts')).toEqual({
    posts: [{ id: '1', html: '<p>x</p>' }, unrendered],
  })
})

it.each([
  ['an end in the middle', '{"data":{"posts":[{"id":"1"', 'it ends in the middle'],
  ['an end within a string', '{"data":{"posts":[]},"x":"\\', 'it ends in the middle'],
  ['brackets that close too much', '{"data":{"posts":[]}}}', 'no whole JSON'],
  ['texts that are larger than those of any blog', `{"data":{"posts":[${ROWS_OF_170_MB}]}}`, 'larger than 160 MB'],
])('A file is refused with %s', async (_, json, words) => {
  await expect(read(json, 'posts')).rejects.toMatchObject({ code: 'bad_request', message: expect.stringContaining(words) })
})
