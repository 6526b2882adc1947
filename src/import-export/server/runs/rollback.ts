import type { Rollback } from '#import-export/contract/imports.endpoints.ts'
import { deleteItems } from '#import-export/server/writer/imported-items.store.ts'
import { changeOf, selectText } from '#import-export/server/writer/imported-texts.store.ts'
import { countImported, deleteImported } from '#newsletter/server/index.ts'
import type { Database } from '#platform/database/database.ts'
import type { ChangeFeed } from '#platform/database/change-feed.ts'
import { isLive } from '#site/server/index.ts'
import { trashPost, writePosts } from '#writing/server/index.ts'
import type { ImportRow } from './imports.store.ts'

const ROWS_AT_ONCE = 500
/** Each post is a dozen statements, and one transaction must not hold up others for long. */
const POSTS_AT_ONCE = 200
const SHOWN_MAX = 50

interface ImportedPost {
  readonly id: string
  readonly title: string
  /** What people have done with it since; null if nothing. */
  readonly why: string | null
}

/** Lists what goes and what stays. */
export async function readRollback(db: Database, row: ImportRow): Promise<Rollback> {
  const found = { going: 0, titles: [] as string[], staying: [] as Rollback['staying'], stayingCount: 0 }
  for await (const { id, title, why } of listImported(db, row)) {
    if (why === null) {
      found.going += 1
      if (found.titles.length < SHOWN_MAX) found.titles.push(title || 'A draft without a title')
    } else {
      found.stayingCount += 1
      if (found.staying.length < SHOWN_MAX) found.staying.push({ _id: id, title, why })
    }
  }
  return { ...found, followers: await countImported(db, row.id) }
}

type Trashing = Parameters<typeof trashPost>[2]

/** Moves the first posts that go to the trash, as if an admin had deleted them, and ends all followers. @returns the number of posts */
export async function takeBack(
  { db, write, ...trashing }: { readonly db: Database; readonly write: ChangeFeed['write'] } & Trashing,
  row: ImportRow,
): Promise<number> {
  const going: string[] = []
  for await (const { id, why } of listImported(db, row)) {
    if (why === null) going.push(id)
    if (going.length === POSTS_AT_ONCE) break
  }
  return writePosts(write, going, async (trx) => {
    // A reader may have commented meanwhile.
    const still = (await readPosts(trx, row, going)).filter(({ why }) => why === null).map(({ id }) => id)
    for (const id of still) await trashText(trx, id, trashing)
    await deleteItems(trx, [...still, ...(await deleteImported(trx, row.id))])
    return still.length
  })
}

/** Drafts are at nobody's desk but their author's. */
async function trashText(trx: Database, id: string, trashing: Trashing): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('posts')
    .set({ state: 'trashed', state_before: 'draft', trashed_at: trashing.now, trashed_by: trashing.by })
    .where('id', '=', id)
    .where('state', '=', 'draft')
    .executeTakeFirst()
  if (numUpdatedRows === 0n) await trashPost(trx, id, trashing)
}

/** By the index of the import. */
async function* listImported(db: Database, row: ImportRow): AsyncGenerator<ImportedPost> {
  for (let after = ''; ;) {
    const rows = await db
      .selectFrom('posts')
      .select('id')
      .where('import_id', '=', row.id)
      .where('state', '!=', 'trashed')
      .where('id', '>', after)
      .orderBy('id')
      .limit(ROWS_AT_ONCE)
      .execute()
    const ids = rows.map(({ id }) => id)
    if (ids.length === 0) return
    after = ids.at(-1) ?? after
    yield* await readPosts(db, row, ids)
  }
}

/** Drafts, planned and published posts. */
async function readPosts(db: Database, row: ImportRow, ids: readonly string[]): Promise<ImportedPost[]> {
  if (ids.length === 0) return []
  const posts = await selectText(db)
    .select('posts.likes')
    .select((eb) => {
      const comments = eb.selectFrom('comments').select('comments.id').whereRef('comments.post_id', '=', 'posts.id').where(isLive())
      const ofHere = comments.where((or) => or.or([or('user_id', 'is not', null), or('comments.created_at', '>=', row.created_at)]))
      return [
        eb.exists(ofHere).as('hasComments'),
        eb.exists(comments.where('first_content', 'is not', null)).as('isModerated'),
        eb.exists(comments.innerJoin('likes', 'likes.comment_id', 'comments.id').where('likes.removal_id', 'is', null)).as('isLiked'),
      ]
    })
    .where('posts.id', 'in', ids)
    .where('posts.kind', '=', 'post')
    .where('posts.state', '!=', 'trashed')
    .orderBy('posts.id')
    .execute()
  return posts.map((post) => ({ id: post.id, title: post.title, why: changeOf(post) ?? whyStaying(post) }))
}

interface Facts {
  readonly likes: number
  readonly hasComments: unknown
  readonly isModerated: unknown
  readonly isLiked: unknown
}

function whyStaying({ likes, hasComments, isModerated, isLiked }: Facts): string | null {
  if (hasComments) return 'it has comments from here'
  if (isModerated) return 'a comment of it was edited here'
  return likes > 0 || isLiked ? 'it has hearts from here' : null
}
