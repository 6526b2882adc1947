import { expect, it } from 'vitest'
import { oldBlogs, sorted } from '#tests/support/old-blogs.ts'
import { onEachEngine } from '#tests/support/engines.ts'

/** Mails about one comment, which wait for the mail of the day; and those whose link or code leads nowhere any more. */
const GONE = ['comment', 'reset_password', 'second_step', 'invited']

onEachEngine('A blog of the last version 0.1', (engine) => {
  const { withMoved } = oldBlogs(engine)

  it('keeps who follows it; daily mails and mails of some categories come on Sundays, and comments once a day', async () => {
    await withMoved(async (db, rows) => {
      const followers = await db
        .selectFrom('followers')
        .select(['id', 'posts', 'replies', 'comments', 'comments_through', 'digest_through', 'ended_at', 'tells_sundays'])
        .orderBy('id')
        .execute()
      expect(followers.map((row) => Object.values(row).join(' '))).toMatchInlineSnapshot(`
        [
          "f-admin weekly 0 1 1761000599999 1763600100000  1",
          "f-ended  0 0 0 1763600100000 1764000000000 0",
          "f-member at_once 1 0 1763600200000 1763600200000  0",
          "f-partly  1 0 0 1763600100000  0",
          "f-second weekly 0 1 1763700100000 1763600100000  0",
          "f-third weekly 0 0 0 1763600100000  1",
          "f-visitor weekly 0 0 0 1763600100000  1",
        ]
      `)
      const tokens = rows.filter(({ table }) => table === 'feed_tokens').map(({ row }) => ({ ...row, name: undefined }))
      expect(await db.selectFrom('feed_tokens').selectAll().execute()).toEqual(tokens)
      const links = rows.filter(({ table }) => table === 'followers').map(({ row }) => `${row['id']}.${row['link_key']}`)
      const kept = await db.selectFrom('followers').select(['id', 'link_key']).execute()
      expect(kept.map((row) => `${row.id}.${row.link_key}`).sort()).toEqual(links.sort())
      const mails = rows.filter(({ table, row }) => table === 'outbox' && !GONE.includes(String(row['kind']))).map(({ row }) => row)
      expect(sorted(await db.selectFrom('outbox').selectAll().execute())).toEqual(sorted(mails))
    })
  })
})
