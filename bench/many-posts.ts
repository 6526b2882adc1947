import { v7 as newId } from 'uuid'
import { CATEGORIES } from '#contract/categories.ts'
import { HOUR_MS } from '#contract/limits.ts'
import { createPost } from '#server/features/posts/posts.store.ts'
import { type Database, openDatabase } from '#server/platform/database/database.ts'
import { migrate } from '#server/platform/database/migrate.ts'

const WORDS =
  'night morning ward kettle window blanket monitor number quiet nurse corridor laugh bus tube feed pump chart story sister garden rain light spare cupboard label winter holiday school lift chair'.split(
    ' ',
  )
const PARAGRAPHS = 8
const WORDS_PER_PARAGRAPH = 85
const COMMENTS_PER_POST = 5

/** The same text for the same number, about 4 KB a post. */
function paragraph(seed: number): string {
  const words = Array.from({ length: WORDS_PER_PARAGRAPH }, (_, index) => WORDS[(seed * 31 + index * ((seed % 7) + 3)) % WORDS.length])
  return `<p>${words.join(' ')}.</p>`
}

/** Fills a fresh database file with posts, and a few comments on each. */
export async function writeManyPosts(databaseUrl: string, count: number): Promise<void> {
  const db = await openDatabase(databaseUrl)
  await migrate(db)
  await db.transaction().execute(async (trx) => {
    const at = Date.now()
    const userId = newId()
    const user = {
      id: userId,
      username: 'writer',
      email: 'writer@example.org',
      password_hash: null,
      picture_url: null,
      is_admin: 1 as const,
    }
    await trx
      .insertInto('users')
      .values({ ...user, created_at: at, updated_at: at })
      .execute()
    for (let number = 0; number < count; number += 1) await writePost(trx, { number, userId, at: at - number * HOUR_MS })
  })
  await db.destroy()
}

async function writePost(db: Database, { number, userId, at }: { number: number; userId: string; at: number }): Promise<void> {
  const content = Array.from({ length: PARAGRAPHS }, (_, index) => paragraph(number * PARAGRAPHS + index)).join('')
  const category = CATEGORIES[number % CATEGORIES.length] ?? 'life'
  const post = { id: newId(), author_id: userId, title: `A day of many, number ${number}`, category, image_url: null, content }
  await createPost(db, { ...post, created_at: at, updated_at: at })
  const comments = Array.from({ length: COMMENTS_PER_POST }, (_, index) => ({
    id: newId(),
    post_id: post.id,
    user_id: userId,
    content: `Comment ${index} on day ${number}: thank you for writing this down.`,
    created_at: at + index,
    updated_at: at + index,
  }))
  await db.insertInto('comments').values(comments).execute()
}
