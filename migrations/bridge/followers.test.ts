import { expect, it } from 'vitest'
import type { KeptRow } from '#tests/support/safe-copies/kept-blogs.ts'
import { oldBlogs, sorted } from '#tests/support/import-export/old-blogs.ts'
import { onEachEngine } from '#tests/support/engines.ts'

/** Mails about one comment, which wait for the mail of the day; and those whose link or code leads nowhere any more. */
const GONE = ['comment', 'reset_password', 'second_step', 'invited']

onEachEngine('A blog of the last version 0.1', (engine) => {
  const { withMoved } = oldBlogs(engine)

  it('keeps who follows it; daily mails and mails of some categories come on Sundays, and comments once a day', async () => {
    await withMoved(async (db, rows) => {
      const followers = await db
        .selectFrom('followers')
        .select(['id', 'posts', 'replies', 'comments', 'comments_through', 'digest_through', 'ended_at'])
        .orderBy('id')
        .execute()
      expect(followers.map((row) => Object.values(row).join(' '))).toMatchInlineSnapshot(`
        [
          "f-admin weekly 0 1 1761000599999 1763600100000 ",
          "f-ended  0 0 0 1763600100000 1764000000000",
          "f-member at_once 1 0 1763600200000 1763600200000 ",
          "f-partly  1 0 0 1763600100000 ",
          "f-second weekly 0 1 1763700100000 1763600100000 ",
          "f-third weekly 0 0 0 1763600100000 ",
          "f-visitor weekly 0 0 0 1763600100000 ",
        ]
      `)
      const tokens = rows.filter(({ table }) => table === 'feed_tokens').map(({ row }) => ({ ...row, name: undefined }))
      expect(await db.selectFrom('feed_tokens').selectAll().execute()).toEqual(tokens)
      const links = rows.filter(({ table }) => table === 'followers').map(({ row }) => `${row['id']}.${row['link_key']}`)
      const kept = await db.selectFrom('followers').select(['id', 'link_key']).execute()
      expect(kept.map((row) => `${row.id}.${row.link_key}`).sort()).toEqual(links.sort())
      const before = rows.filter(({ table, row }) => table === 'outbox' && !GONE.includes(String(row['kind']))).map(({ row }) => row)
      const mails = await db.selectFrom('outbox').selectAll().execute()
      const same = (row: object) =>
        ['id', 'kind', 'email', 'follower_id', 'since', 'state', 'problem', 'created_at'].map((name) => [name, (row as never)[name]])
      expect(sorted(mails.map(same))).toEqual(sorted(before.map(same)))
      const deliveries = await db.selectFrom('deliveries').selectAll().orderBy('follower_id').execute()
      expect(deliveries).toEqual([
        { follower_id: 'f-member', post_id: 'p-first', comment_id: null, mail_id: 'd-1' },
        { follower_id: 'f-visitor', post_id: 'p-first', comment_id: null, mail_id: 'd-2' },
      ])
      const posts = await db.selectFrom('posts').select(['id', 'mail_at', 'mailed_at']).where('mail_at', 'is not', null).execute()
      expect(posts).toEqual([{ id: 'p-first', mail_at: 1763600300000, mailed_at: 1763600310000 }])
    })
  })

  it('counts what it has sent today', async () => {
    const inNextHour: KeptRow = { table: 'mail_hours', row: { hour: 490001, mails: 2, asks: 0 } }
    await withMoved(
      async (db) => {
        const server = await db.selectFrom('mail_server').select(['failures', 'hours']).execute()
        expect(server).toEqual([{ failures: 0, hours: '{"490000":[3,1],"490001":[2,0]}' }])
      },
      [inNextHour],
    )
  })

  it('knows which replies were mailed, also those in a mail that was deleted since', async () => {
    const reply = (id: string, comment: string, bundle: string | null): KeptRow => ({
      table: 'outbox',
      row: {
        id,
        kind: 'reply',
        email: null,
        follower_id: 'f-member',
        comment_id: comment,
        since: null,
        priority: 2,
        bundle_id: bundle,
        state: bundle === null ? 'sent' : 'dropped',
        attempts: 1,
        problem: null,
        created_at: 1764000000000,
        ended_at: 1764000000000,
        next_attempt_at: 1764000000000,
        give_up_at: 1764260000000,
      },
    })
    const mails = [
      reply('r-1', 'c-1', null),
      reply('r-2', 'c-2', 'r-1'),
      reply('r-3', 'c-guest', 'deleted'),
      // Mails about one comment are not kept.
      reply('r-4', 'c-long', 'd-5'),
    ]
    await withMoved(async (db) => {
      const replies = db.selectFrom('deliveries').select(['comment_id', 'mail_id']).where('comment_id', 'is not', null)
      expect(await replies.orderBy('comment_id').execute()).toEqual([
        { comment_id: 'c-1', mail_id: 'r-1' },
        { comment_id: 'c-2', mail_id: 'r-1' },
        { comment_id: 'c-guest', mail_id: 'r-3' },
        { comment_id: 'c-long', mail_id: 'r-4' },
      ])
    }, mails)
  })
})
