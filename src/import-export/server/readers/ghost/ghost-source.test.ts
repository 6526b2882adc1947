import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ImportReport } from '#import-export/server/record/report.ts'
import { smallGhostExport, smallGhostPost } from '#tests/support/import-export/small-exports.ts'
import { openGhost } from './ghost-source.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kindred-ghost-'))
})
afterAll(() => rm(folder, { recursive: true }))

const read = async (tables: object) => {
  const path = join(folder, 'export.json')
  await writeFile(path, smallGhostExport(tables))
  const report = new ImportReport()
  const source = await openGhost(path, { report, site: null, now: 0, timeZone: 'UTC' })
  const comments: string[] = []
  for await (const item of source.posts()) comments.push(...item.read().comments.map(({ text }) => text))
  return { comments, notInFile: report.lines('notInFile') }
}

it('A Ghost export without a table of comments is reported with instructions; one with an empty table is not', async () => {
  const posts = [smallGhostPost('c1', 'Talk')]
  const { notInFile } = await read({ posts })
  expect(notInFile).toEqual([expect.stringContaining('/ghost/api/admin/db/?include=comments,members')])
  expect(await read({ posts, comments: [] })).toEqual({ comments: [], notInFile: [] })
  const comment = { id: 'k1', post_id: 'c1', status: 'published', html: '<p>At last</p>', created_at: '2024-05-02T00:00:00.000Z' }
  expect(await read({ posts, comments: [comment] })).toEqual({ comments: ['At last'], notInFile: [] })
})
