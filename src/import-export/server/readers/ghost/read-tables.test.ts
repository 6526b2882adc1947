import { join } from 'node:path'
import { expect, it } from 'vitest'
import { makeFolder } from '#tests/support/temporary-folder.ts'
import { readTables } from './read-tables.ts'

const read = (json: string, ...names: string[]) => readTables(join(makeFolder({ 'x.json': json }), 'x.json'), names)
const ROWS_OF_170_MB = Array.from({ length: 17 }, () => JSON.stringify({ x: 'y'.repeat(10_000_000) })).join(',')

it('Tables of an export of any version are read, without editor formats of posts with HTML, and without other tables', async () => {
  const row = { id: '1', lexical: '{}', mobiledoc: '{}', plaintext: 'x', html: '<p>💗 "x" \\ é</p>' }
  const unrendered = { id: '2', html: null, lexical: '{}' }
  const data = { junk: [[{ posts: [{ id: 'no' }] }]], posts: [row, unrendered], other: [row], tags: [] }
  for (const whole of [{ db: [{ meta: { data: { posts: [1] } }, data }] }, { meta: {}, data }]) {
    expect(await read(`${JSON.stringify(whole, null, 1)}\n`, 'posts', 'tags', 'comments')).toEqual({
      posts: [{ id: '1', html: row.html }, unrendered],
      tags: [],
    })
  }
})

it.each([
  ['an end in the middle', '{"data":{"posts":[{"id":"1"', 'it ends in the middle'],
  ['an end within a string', '{"data":{"posts":[]},"x":"\\', 'it ends in the middle'],
  ['brackets that close too much', '{"data":{"posts":[]}}}', 'no whole JSON'],
  ['texts that are larger than those of any blog', `{"data":{"posts":[${ROWS_OF_170_MB}]}}`, 'larger than 160 MB'],
])('A file is refused with %s', async (_, json, words) => {
  await expect(read(json, 'posts')).rejects.toMatchObject({ code: 'bad_request', message: expect.stringContaining(words) })
})
