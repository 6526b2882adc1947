import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { dropOldTables } from './index.ts'
import { type Database, listTables, openDatabase } from '#platform/database/database.ts'
import { migrate } from '#platform/database/migrate.ts'
import { migrations } from '#migrations/migrations.ts'
import { type KeptRow, readOldRows } from '#tests/support/safe-copies/kept-blogs.ts'
import { oldBlogs, sorted, withDatabase } from '#tests/support/import-export/old-blogs.ts'
import { onEachEngine } from '#tests/support/engines.ts'
import { describeSchema } from '#tests/support/database/describe-schema.ts'
import { createPostgresDatabase } from '#tests/support/database/postgres.ts'
import { runThreeAtOnce } from '#tests/support/blog/run-module.ts'

/** Tables whose rows are the same before and after. */
const UNCHANGED = (
  'users sessions account_links identities sign_in_flows passkeys passkey_challenges invitations ' +
  'invitation_uses sign_up_requests categories old_addresses pictures uploads ' +
  'moved_addresses jobs backup_place rate_limits'
).split(' ')

/** Columns that are gone, or new. */
const CHANGED: Readonly<Record<string, readonly string[]>> = {
  pictures: ['bytes', 'print_bytes'],
  users: ['deletes_at', 'deletion_by', 'comment_mails_begun', 'comments_seen_at'],
  sign_up_requests: ['user_id', 'display_name'],
}

const MIGRATE = `
  const { openDatabase } = await import('#platform/database/database.ts')
  const { migrate } = await import('#platform/database/migrate.ts')
  let statements = 0
  const killAt = Number(process.argv[2])
  const onQuery = () => { if (++statements === killAt) process.kill(process.pid, 'SIGKILL') }
  const db = await openDatabase(process.argv[1], { onQuery })
  const done = await migrate(db)
  console.log(JSON.stringify({ done, statements }))
  await db.destroy()`

onEachEngine('A blog of the last version 0.1', (engine) => {
  const { withBlog, withMoved } = oldBlogs(engine)

  it('keeps what its posts, pages and drafts are', async () => {
    await withMoved(async (db) => {
      const posts = await db
        .selectFrom('posts')
        .select(['id', 'kind', 'state', 'state_before', 'audience', 'revision', 'slug'])
        .orderBy('kind')
        .orderBy('state')
        .orderBy('id')
        .execute()
      expect(posts.map((row) => Object.values(row).join(' '))).toMatchInlineSnapshot(`
        [
          "about page published  public 1 about",
          "page-recipes page published  public 2 recipes",
          "privacy-policy page published  public 0 privacy-policy",
          "000000000000000000000000000000aa post draft   0 ",
          "0000000000000000000000000000abc1 post draft  family 0 ",
          "0000000000000000000000000000abc2 post draft   0 ",
          "0000000000000000000000000000abc6 post draft   0 ",
          "u-admin-new-0000000000000000000000000000abc7 post draft   0 ",
          "u-second-new-0000000000000000000000000000abc7 post draft   0 ",
          "p-planned post planned  public 2 the-new-chair",
          "p-silent post planned  family 1 silent",
          "p-admins post published  admins 3 admins",
          "p-family post published  family 1 family",
          "p-first post published  public 2 the-night-bag",
          "p-readers post published  family 1 readers",
          "p-second post published  public 1 buses-2",
          "p-bus post trashed published family 4 buses",
          "p-gone post trashed published public 2 regretted",
          "p-planned-trash post trashed planned public 1 not-now",
        ]
      `)
    })
  })

  it('keeps each row of what has not changed, sessions and waiting mail too', async () => {
    await withMoved(async (db, rows) => {
      for (const table of UNCHANGED) {
        const { rows: after } = await sql<KeptRow['row']>`select * from ${sql.table(table)}`.execute(db)
        const before = rows.filter((each) => each.table === table).map(({ row }) => row)
        // Later migrations may add columns.
        const columns = Object.keys(before[0] ?? {}).filter((name) => !CHANGED[table]?.includes(name))
        const unchanged = (row: KeptRow['row']) => Object.fromEntries(columns.map((name) => [name, row[name]]))
        expect(before.length, table).toBeGreaterThan(0)
        expect(sorted(after.map(unchanged)), table).toEqual(sorted(before.map(unchanged)))
      }
    })
  })

  it('keeps every unpublished text and every earlier version', async () => {
    await withMoved(async (db, rows) => {
      const textsOf = (row: KeptRow['row']) => JSON.stringify([row['title'], row['category'], row['image_url'], row['content']])
      const before = rows
        .filter(
          ({ table, row }) =>
            /^(posts|planned_posts|trashed_posts|post_revisions)$/.test(table) || (table === 'post_drafts' && row['ended_at'] === null),
        )
        .map(({ row }) => textsOf(row))
      const { rows: after } = await sql<KeptRow['row']>`
        select title, category, image_url, content from posts where kind = 'post'
        union all select title, category, image_url, content from post_edits
        union all select title, category, image_url, content from post_versions`.execute(db)
      expect(after.map(textsOf).sort()).toEqual(before.sort())
      const edits = await db
        .selectFrom('post_edits')
        .select(['post_id', 'user_id', 'base_revision', 'sequence', 'content'])
        .orderBy('post_id')
        .orderBy('user_id')
        .execute()
      expect(edits.map((row) => Object.values(row).join(' '))).toMatchInlineSnapshot(`
        [
          "about u-admin 1 2 <p>The five of us.</p>",
          "p-admins u-second 3 6 <p>Typed while it was published.</p>",
          "p-family u-admin 1 12 <p>Typed after it was published.</p>",
          "p-first u-admin 1 9 <p>The newer of two.</p>",
          "p-first u-second 1 2 <p>Draft w-3.</p>",
          "p-gone u-admin 2 5 <p>More of what was said.</p>",
          "p-planned u-second 2 2 <p>Draft w-4.</p>",
          "page-recipes u-admin 2 2 <p>Soup, and bread.</p>",
          "privacy-policy u-admin 0 2 <p>Ours.</p>",
        ]
      `)
    })
  })

  it('keeps comments, likes and reports, also of posts in the trash, deleted ones and those of removed accounts', async () => {
    await withMoved(async (db, rows) => {
      const comments = await db
        .selectFrom('comments')
        .select(['id', 'post_id', 'state', 'state_before', 'deleted_at', 'removal_id', 'report_count'])
        .orderBy('id')
        .execute()
      expect(comments.map((row) => Object.values(row).join(' '))).toMatchInlineSnapshot(`
        [
          "c-1 p-first shown    1",
          "c-2 p-first shown    1",
          "c-3 p-second pending    0",
          "c-bus p-bus shown    0",
          "c-bus-2 p-bus pending    2",
          "c-del p-first deleted pending 1764000000022  2",
          "c-gone p-gone shown    1",
          "c-guest p-second shown    0",
          "c-long p-second shown    0",
          "c-reply p-first shown    0",
          "c-rude p-second deleted shown 1764000000900 removal-u-rude 0",
        ]
      `)
      const contents = rows.filter(({ table }) => /^((trashed|deleted)_)?comments$/.test(table)).map(({ row }) => String(row['content']))
      expect((await db.selectFrom('comments').select('content').execute()).map((row) => row.content).sort()).toEqual(contents.sort())
      const likes = await db
        .selectFrom('likes')
        .select(['comment_id', 'user_id', 'removal_id'])
        .orderBy('comment_id')
        .orderBy('user_id')
        .execute()
      const postLikes = await db
        .selectFrom('post_likes')
        .select(['post_id', 'user_id', 'removal_id'])
        .orderBy('post_id')
        .orderBy('user_id')
        .execute()
      expect([...likes, ...postLikes].map((row) => Object.values(row).join(' '))).toMatchInlineSnapshot(`
        [
          "c-1 u-admin ",
          "c-1 u-rude removal-u-rude",
          "c-2 u-ines ",
          "c-bus u-away ",
          "c-del u-ines ",
          "c-gone u-admin ",
          "p-bus u-away ",
          "p-bus u-rude removal-u-rude",
          "p-first u-ines ",
          "p-first u-rude removal-u-rude",
        ]
      `)
    })
  })

  it('has the counts and pictures that triggers would have kept', async () => {
    await withMoved(async (db) => {
      const counters = await db.selectFrom('counters').select(['name', 'count']).orderBy('name').execute()
      expect(counters.map(({ name, count }) => `${name} ${count}`)).toMatchInlineSnapshot(`
        [
          "comments 6",
          "posts:admins 1",
          "posts:family 2",
          "posts:public 2",
          "users 6",
        ]
      `)
      const kept = await db.selectFrom('kept_pictures').select(['folder', 'holder']).orderBy('folder').orderBy('holder').execute()
      const shown = await db.selectFrom('post_pictures').select(['folder', 'post_id']).orderBy('folder').orderBy('post_id').execute()
      expect([...shown, ...kept].map((row) => Object.values(row).join(' '))).toMatchInlineSnapshot(`
        [
          "draftedcovers111 0000000000000000000000000000abc1",
          "familycoversxx11 p-family",
          "trashedcovers111 p-bus",
          "nobodyshowsmenow post_versions/v-p-first-u-admin-w-1",
          "versioncovers111 post_versions/v-p-admins-2",
        ]
      `)
      const likes = await db.selectFrom('posts').select(['id', 'likes']).where('likes', '>', 0).orderBy('id').execute()
      expect(likes.map((row) => Object.values(row).join(' '))).toMatchInlineSnapshot(`
        [
          "p-bus 2",
          "p-first 2",
        ]
      `)
    })
  })

  it('counts print copies as the sources of their pictures, and lets one that has not arrived expire', async () => {
    const waiting = { id: 'aa', user_id: 'u-admin', name: 'a.jpg', size: 9, state: 'receiving', created_at: 1, kind: 'print' }
    await withBlog([...(await readOldRows()), { table: 'uploads', row: waiting }], (url) =>
      withDatabase(url, async (db) => {
        await migrate(db)
        const { bytes } = await db.selectFrom('pictures').select('bytes').where('folder', '=', 'nobodyshowsmenow').executeTakeFirstOrThrow()
        expect(Number(bytes)).toBe(5678 + 98_765)
        expect(await db.selectFrom('uploads').select('kind').where('id', '=', 'aa').execute()).toEqual([{ kind: 'post' }])
      }),
    )
  })

  it.runIf(engine === 'postgres')('leaves what other applications have in schemas of their own', async () => {
    await withBlog(await readOldRows(), (url) =>
      withDatabase(url, async (db) => {
        const others = ['users', 'last_0_1_users']
        await sql`create schema other`.execute(db)
        for (const name of others) await sql`create table other.${sql.ref(name)} (theirs text)`.execute(db)
        await migrate(db)
        await dropOldTables(db)
        const { rows } = await sql<{ name: string }>`select tablename as name from pg_tables where schemaname = 'other'`.execute(db)
        expect(rows.map(({ name }) => name).sort()).toEqual(others.toSorted())
      }),
    )
  })

  it('gives new posts numbers that no post ever had', async () => {
    await withMoved(async (db) => {
      const numbers = await db.selectFrom('posts').select('seq').execute()
      expect(new Set(numbers.map(({ seq }) => seq)).size).toBe(numbers.length)
      const text = { title: 'New', category: 'life', image_url: null, content: '<p>x</p>', created_at: 1, updated_at: 1 }
      const { seq } = await db
        .insertInto('posts')
        .values({ id: 'p-new', kind: 'post', state: 'draft', author_id: 'u-admin', ...text })
        .returning('seq')
        .executeTakeFirstOrThrow()
      expect(seq).toBeGreaterThan(Math.max(...numbers.map((row) => row.seq)))
    })
  })

  it('has the schema of a new blog, and nothing of version 0.1 once its tables are dropped', async () => {
    await withMoved(async (db) => {
      await dropOldTables(db)
      await withEmpty(engine, async (fresh) => expect(await describeSchema(db)).toEqual(await describeSchema(fresh)))
    })
  })

  it('is moved once when several processes start, and whole after each of them was killed', async () => {
    await withBlog(await readOldRows(), async (url) => {
      for (const killAt of [2, 40, 120, 200, 260]) {
        const { signal } = spawnSync(process.execPath, ['--input-type=module', '-e', MIGRATE, url, String(killAt)], {
          cwd: join(import.meta.dirname, '../..'),
        })
        expect(signal).toBe('SIGKILL')
        // All of the old blog, and nothing of the new one.
        await withDatabase(url, async (db) => {
          expect((await listTables(db)).map(({ name }) => name)).toContain('trashed_posts')
          expect((await sql`select id from trashed_posts`.execute(db)).rows).toHaveLength(3)
        })
      }
      const results = await runThreeAtOnce<{ done: string[]; statements: number }>(MIGRATE, [url, '0'])
      expect(results.flatMap(({ done }) => done).toSorted()).toEqual(Object.keys(migrations))
      expect(Math.max(...results.map(({ statements }) => statements))).toBeGreaterThan(260)
      await withDatabase(url, async (db) =>
        expect(await db.selectFrom('posts').select('id').where('state', '=', 'trashed').execute()).toHaveLength(3),
      )
    })
  })
})

async function withEmpty(engine: 'sqlite' | 'postgres', work: (db: Database) => Promise<void>): Promise<void> {
  const { url, drop } = engine === 'postgres' ? await createPostgresDatabase() : { url: 'sqlite::memory:', drop: async () => {} }
  const db = await openDatabase(url)
  try {
    await migrate(db)
    await work(db)
  } finally {
    await db.destroy()
    await drop()
  }
}
