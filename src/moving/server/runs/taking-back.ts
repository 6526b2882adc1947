import type { TakingBack } from '#moving/contract/imports.endpoints.ts'
import type { Database } from '#platform/database/database.ts'
import type { ChangeFeed } from '#platform/cache/change-feed.ts'
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
  { db, write, by, now }: { db: Database; write: ChangeFeed['write']; by: string; now: number },
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
    for (const { id } of still) await trashPost(trx, id, { by, now })
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

/** @param sourceIds ids on the old blog by those of posts */
async function readPosts(db: Database, sourceIds: ReadonlyMap<string, string>): Promise<ImportedPost[]> {
  const ids = [...sourceIds.keys()]
  const published = await db
    .selectFrom('posts')
    .select(['id', 'title', 'revision', 'likes'])
    .select((eb) => [
      eb
        .exists(eb.selectFrom('comments').select('id').whereRef('post_id', '=', 'posts.id').where('guest_name', 'is', null))
        .as('hasComments'),
      eb
        .exists(eb.selectFrom('comments').select('id').whereRef('post_id', '=', 'posts.id').where('first_content', 'is not', null))
        .as('isModerated'),
      eb
        .exists(
          eb
            .selectFrom('comments')
            .innerJoin('likes', 'likes.comment_id', 'comments.id')
            .select('comments.id')
            .whereRef('comments.post_id', '=', 'posts.id'),
        )
        .as('isLiked'),
      eb
        .exists(eb.selectFrom('post_drafts').select('id').whereRef('post_id', '=', 'posts.id').where('ended_at', 'is', null))
        .as('isEdited'),
    ])
    .where('id', 'in', ids)
    .orderBy('id')
    .execute()
  const planned = await db.selectFrom('planned_posts').select(['id', 'title', 'revision']).where('id', 'in', ids).orderBy('id').execute()
  const withSource = (post: Omit<ImportedPost, 'sourceId'>) => ({ ...post, sourceId: sourceIds.get(post.id) ?? '' })
  return [
    ...published.map((post) => withSource({ id: post.id, title: post.title, why: whyStaying(post) })),
    ...planned.map(({ id, title, revision }) => withSource({ id, title, why: revision > 1 ? EDITED : null })),
  ]
}

const EDITED = 'it was edited here'

interface Facts {
  readonly revision: number
  readonly likes: number
  readonly hasComments: unknown
  readonly isModerated: unknown
  readonly isLiked: unknown
  readonly isEdited: unknown
}

function whyStaying({ revision, likes, hasComments, isModerated, isLiked, isEdited }: Facts): string | null {
  if (revision > 1) return EDITED
  if (isEdited) return 'an edit of it was begun'
  if (hasComments) return 'it has comments from here'
  if (isModerated) return 'a comment of it was edited here'
  return likes > 0 || isLiked ? 'it has hearts from here' : null
}

/** Then another run, with other choices, brings them as new ones. */
async function deleteItems(trx: Database, source: string, posts: readonly ImportedPost[]): Promise<void> {
  if (posts.length === 0) return
  const ids = posts.map(({ id }) => id)
  const comments = trx.selectFrom('trashed_comments').select('id').where('post_id', 'in', ids)
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
