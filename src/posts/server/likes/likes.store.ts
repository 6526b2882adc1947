import type { Selectable } from 'kysely'
import type { Audience } from '#platform/contract/audiences.ts'
import { AppError } from '#platform/contract/errors.ts'
import { LIKED_BY_MAX } from '#posts/contract/post-limits.ts'
import { forEachAudience, isReadable } from '#site/server/index.ts'
import { type Database, isForeignKeyViolation } from '#platform/database/database.ts'
import { prepareQuery } from '#platform/database/prepared-query.ts'
import type { PostLikesTable, UserRow, VisitorLikesTable } from '#migrations/schema.ts'

const postGone = () => new AppError('not_found', 'This post is no longer there.')

/** @throws not_found when the post does not exist or this audience may not read it */
export async function countLikes(db: Database, postId: string, audience: Audience): Promise<number> {
  const [post] = await READABLE[audience](db, { postId })
  if (!post) throw postGone()
  return post.likes
}

const READABLE = forEachAudience((audience) =>
  prepareQuery<{ postId: string }, { likes: number }>((db, value) =>
    db.selectFrom('posts').select('likes').where('id', '=', value('postId')).where(isReadable(audience)),
  ),
)

type Liker = Pick<UserRow, 'id' | 'username' | 'display_name' | 'picture_url'>

/** Lists the members who like the post, newest first. */
export const listLikers = (db: Database, postId: string): Promise<Liker[]> => findLikers(db, { postId, limit: LIKED_BY_MAX })

const findLikers = prepareQuery<{ postId: string; limit: number }, Liker>((db, value) =>
  db
    .selectFrom('post_likes')
    .innerJoin('users', 'users.id', 'post_likes.user_id')
    .select(['users.id', 'users.username', 'users.display_name', 'users.picture_url'])
    .where('post_likes.post_id', '=', value('postId'))
    .where('post_likes.removal_id', 'is', null)
    .orderBy('post_likes.created_at', 'desc')
    .orderBy('post_likes.user_id', 'desc')
    .limit(value('limit')),
)

export async function isLikedBy(db: Database, postId: string, userId: string): Promise<boolean> {
  return (await findLike(db, { postId, userId })).length > 0
}

const findLike = prepareQuery<{ postId: string; userId: string }, { post_id: string }>((db, value) =>
  db
    .selectFrom('post_likes')
    .select('post_id')
    .where('post_id', '=', value('postId'))
    .where('user_id', '=', value('userId'))
    .where('removal_id', 'is', null),
)

type Wanted = boolean | undefined

/** Call within a transaction. @param wanted undefined toggles the like @returns whether the member likes the post now */
export async function setMemberLike(trx: Database, like: Omit<Selectable<PostLikesTable>, 'removal_id'>, wanted: Wanted): Promise<boolean> {
  const { post_id, user_id } = like
  const remove = () =>
    trx
      .deleteFrom('post_likes')
      .where('post_id', '=', post_id)
      .where('user_id', '=', user_id)
      .where('removal_id', 'is', null)
      .executeTakeFirst()
  // A like that was removed with the others of its account is added again.
  const add = () =>
    trx
      .insertInto('post_likes')
      .values(like)
      .onConflict((conflict) =>
        conflict.columns(['post_id', 'user_id']).doUpdateSet({ removal_id: null }).where('post_likes.removal_id', 'is not', null),
      )
      .execute()
  return setLike({ remove, add }, wanted)
}

/** Like {@link setMemberLike}, for a visitor's device. */
export async function setVisitorLike(trx: Database, like: Selectable<VisitorLikesTable>, wanted: Wanted): Promise<boolean> {
  const { post_id, device_hash } = like
  const remove = () =>
    trx.deleteFrom('visitor_likes').where('post_id', '=', post_id).where('device_hash', '=', device_hash).executeTakeFirst()
  const add = () =>
    trx
      .insertInto('visitor_likes')
      .values(like)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  return setLike({ remove, add }, wanted)
}

interface LikeWrites {
  readonly remove: () => Promise<{ readonly numDeletedRows: bigint }>
  readonly add: () => Promise<unknown>
}

async function setLike({ remove, add }: LikeWrites, wanted: Wanted): Promise<boolean> {
  if (wanted !== true && ((await remove()).numDeletedRows > 0n || wanted === false)) return false
  try {
    await add()
  } catch (error) {
    // The post was deleted after it was read.
    if (isForeignKeyViolation(error)) throw postGone()
    throw error
  }
  return true
}
