import type { TakingBack } from '#moving/contract/imports.endpoints.ts'
import type { Database } from '#platform/database/database.ts'
import type { ChangeFeed } from '#platform/cache/change-feed.ts'
import { isAtDesk, isLive } from '#site/server/index.ts'
import { isImportedDraft } from '#writing/contract/imported-drafts.ts'
import { trashPost, writePosts } from '#writing/server/index.ts'

const ROWS_AT_ONCE = 500
/** Each post is a dozen statements, and one transaction must not hold up others for long. */
const POSTS_AT_ONCE = 200
const SHOWN_MAX = 50

interface ImportedPost {
  readonly sourceId: string
  readonly id: string
  readonly title: string
  /** What people have done with it since; null if nothing. */
  readonly why: string | null
}

/** Lists what goes and what stays. */
export async function readTakingBack(db: Database, source: string): Promise<Omit<TakingBack, 'isUnknown'>> {
  const found = { going: 0, titles: [] as string[], staying: [] as TakingBack['staying'], stayingCount: 0 }
  for await (const { id, title, why } of listImported(db, source)) {
    if (why === null) {
      found.going += 1
      if (found.titles.length < SHOWN_MAX) found.titles.push(title)
    } else {
      found.stayingCount += 1
      if (found.staying.length < SHOWN_MAX) found.staying.push({ _id: id, title, why })
    }
  }
  return found
}

/** Moves the first posts that go to the trash, as if an admin had deleted them. Another run may bring them again. @returns their number */
export async function takeBack(
  { db, write, ...trashing }: { db: Database; write: ChangeFeed['write'] } & Parameters<typeof trashPost>[2],
  source: string,
): Promise<number> {
  const going: ImportedPost[] = []
  for await (const post of listImported(db, source)) {
    if (post.why === null) going.push(post)
    if (going.length === POSTS_AT_ONCE) break
  }
  const sourceIds = new Map(going.map(({ id, sourceId }) => [id, sourceId]))
  return writePosts(write, [...sourceIds.keys()], async (trx) => {
    if (going.length === 0) return 0
    // A reader may have commented meanwhile.
    const still = (await readPosts(trx, sourceIds)).filter(({ why }) => why === null)
    for (const { id } of still) await trashPost(trx, id, trashing)
    await deleteItems(trx, source, still)
    return still.length
  })
}

/** Pages by the key of the table. */
async function* listImported(db: Database, source: string): AsyncGenerator<ImportedPost> {
  let after = ''
  for (;;) {
    const items = await db
      .selectFrom('imported_items')
      .select(['source_id', 'target'])
      .where('source', '=', source)
      .where('kind', '=', 'post')
      .where('source_id', '>', after)
      .orderBy('source_id')
      .limit(ROWS_AT_ONCE)
      .execute()
    if (items.length === 0) return
    after = items.at(-1)?.source_id ?? after
    yield* await readPosts(db, new Map(items.map(({ source_id, target }) => [target, source_id])))
  }
}

/** Published and planned posts. @param sourceIds ids on the old blog by those of posts */
async function readPosts(db: Database, sourceIds: ReadonlyMap<string, string>): Promise<ImportedPost[]> {
  const posts = await db
    .selectFrom('posts')
    .select(['id', 'title', 'revision', 'likes'])
    .select((eb) => {
      const comments = eb.selectFrom('comments').select('comments.id').whereRef('comments.post_id', '=', 'posts.id').where(isLive())
      return [
        eb.exists(comments.where('guest_name', 'is', null)).as('hasComments'),
        eb.exists(comments.where('first_content', 'is not', null)).as('isModerated'),
        eb.exists(comments.innerJoin('likes', 'likes.comment_id', 'comments.id').where('likes.removal_id', 'is', null)).as('isLiked'),
        eb
          .exists(eb.selectFrom('post_edits').select('post_id').whereRef('post_id', '=', 'posts.id').where('is_empty', '=', 0))
          .as('isEdited'),
      ]
    })
    .where('id', 'in', [...sourceIds.keys()])
    .where(isAtDesk())
    .orderBy('id')
    .execute()
  return posts.map((post) => ({ id: post.id, title: post.title, sourceId: sourceIds.get(post.id) ?? '', why: whyStaying(post) }))
}

interface Facts {
  readonly id: string
  readonly revision: number
  readonly likes: number
  readonly hasComments: unknown
  readonly isModerated: unknown
  readonly isLiked: unknown
  readonly isEdited: unknown
}

function whyStaying({ id, revision, likes, hasComments, isModerated, isLiked, isEdited }: Facts): string | null {
  if (isImportedDraft(id)) return 'it was published here'
  if (revision > 1) return 'it was edited here'
  if (isEdited) return 'an edit of it was begun'
  if (hasComments) return 'it has comments from here'
  if (isModerated) return 'a comment of it was edited here'
  return likes > 0 || isLiked ? 'it has hearts from here' : null
}

/** Then another run, with other choices, brings them as new ones, without the comments that were deleted here. */
async function deleteItems(trx: Database, source: string, posts: readonly ImportedPost[]): Promise<void> {
  if (posts.length === 0) return
  const ids = posts.map(({ id }) => id)
  const comments = trx.selectFrom('comments').select('id').where('post_id', 'in', ids).where(isLive())
  const ofSource = trx.deleteFrom('imported_items').where('source', '=', source)
  await ofSource.where('kind', '=', 'comment').where('target', 'in', comments).execute()
  await ofSource
    .where('kind', 'in', ['post', 'cover'])
    .where(
      'source_id',
      'in',
      posts.map(({ sourceId }) => sourceId),
    )
    .execute()
}
