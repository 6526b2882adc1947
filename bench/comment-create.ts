import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { v7 as newId } from 'uuid'
import { createUser } from '#server/features/users/users.store.ts'
import { createSession } from '#server/features/sessions/sessions.store.ts'
import { type Database, openDatabase } from '#server/platform/database/database.ts'
import { openBuiltBlog, ORIGIN } from './built-blog.ts'
import { describeRounds, type Round } from './rounds.ts'

const ROUNDS = 3
const COMMENTS = 1000
/** Rounds until all of it has been compiled to what it stays. */
const WARM_UP = 3
/** Each may write thirty in five minutes. */
const WRITERS = Math.ceil((COMMENTS * (2 * ROUNDS + WARM_UP)) / 25)
/** Who write at the same time, as a load generator's connections do. */
const AT_ONCE = 16

/**
 * A comment through the whole blog (session, limit, checks, counters, the word to other processes) against the same row
 * put into the same table alone. Both wait for the disk: `synchronous=FULL`. Comments that come at once share a commit.
 */
export async function benchCommentCreate(dataDir: string): Promise<string[][]> {
  const url = `sqlite:${join(dataDir, 'kindred.sqlite')}`
  const db = await openDatabase(url)
  const tokens = await makeWriters(db)
  const { id: postId } = await db.selectFrom('posts').select('id').limit(1).executeTakeFirstOrThrow()
  await db.destroy()
  const blog = await openBuiltBlog(dataDir)
  const bare = new DatabaseSync(join(dataDir, 'kindred.sqlite'), { enableForeignKeyConstraints: true })
  bare.exec('pragma journal_mode = wal; pragma synchronous = full')
  try {
    let count = 0
    const ours = async () => {
      const cookie = `session=${tokens[(count += 1) % tokens.length]}`
      const headers = { cookie, 'content-type': 'application/json' }
      const body = JSON.stringify({ content: 'Thank you for writing this down.', postId })
      const answer = await blog.app.fetch(new Request(`${ORIGIN}/api/comment/create`, { method: 'POST', headers, body }))
      if (answer.status !== 201) throw new Error(`A comment was answered ${answer.status}: ${await answer.text()}`)
    }
    const insert = bare.prepare('insert into comments (id, post_id, user_id, content, created_at, updated_at) values (?, ?, null, ?, ?, ?)')
    const floor = () => void insert.run(newId(), postId, 'Thank you for writing this down.', Date.now(), Date.now())
    for (let round = 0; round < WARM_UP; round += 1) await perSecond(ours).then(() => perSecond(floor))
    const alone: Round[] = []
    const together: Round[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      const bareInserts = await perSecond(floor)
      alone.push({ ours: await perSecond(ours), floor: bareInserts })
      together.push({ ours: await perSecond(ours, AT_ONCE), floor: bareInserts })
    }
    return [
      describeRounds('comment created and on the disk, SQLite, one after another, per second', alone),
      describeRounds(`the same, ${AT_ONCE} at once, over inserts one after another`, together),
    ]
  } finally {
    bare.close()
    await blog.close()
  }
}

async function makeWriters(db: Database): Promise<string[]> {
  const now = Date.now()
  const tokens: string[] = []
  for (let number = 0; number < WRITERS; number += 1) {
    const id = newId()
    const user = { id, username: `reader${number}`, email: `reader${number}@example.org`, password_hash: null, picture_url: null }
    await createUser(db, { ...user, is_admin: 0, created_at: now, updated_at: now })
    tokens.push((await createSession(db, { userId: id, now })).token)
  }
  return tokens
}

async function perSecond(work: () => unknown, atOnce = 1): Promise<number> {
  const startedAt = performance.now()
  let begun = 0
  const goOn = async () => {
    while (begun < COMMENTS) {
      begun += 1
      await work()
    }
  }
  await Promise.all(Array.from({ length: atOnce }, goOn))
  return (COMMENTS / (performance.now() - startedAt)) * 1000
}
