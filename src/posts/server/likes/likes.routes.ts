import { POST_RATE_LIMITS } from '#posts/contract/post-limits.ts'
import type { likeEndpoints } from '#posts/contract/likes.endpoints.ts'
import { AppError } from '#platform/contract/errors.ts'
import { DAY_MS } from '#platform/contract/limits.ts'
import { likesTag, POSTS_TAG, userTags } from '#platform/cache/cache-tags.ts'
import { lockAccount, toPublicUser } from '#accounts/server/index.ts'
import type { Database } from '#platform/database/database.ts'
import type { Handlers } from '#platform/http/call-endpoint.ts'
import { takeFromLimit } from '#platform/security/rate-limit.ts'
import { countLikes, isLikedBy, listLikers, setMemberLike, setVisitorLike } from './likes.store.ts'
import { LIKE_FORM_PATH } from '#posts/contract/likes.ts'
import { createToken, hashToken } from '#platform/security/tokens.ts'

const COOKIE_NAME = 'hearts'
const MAX_AGE_SECONDS = (365 * DAY_MS) / 1000
/** Cookie paths: only the call and the form that add a like get the cookie, `/api/post/likes` does not. */
const PATHS = ['/api/post/like', LIKE_FORM_PATH.replace(/\/:\w+$/, '')] as const

/** Returns the random token of a visitor's device, or a new one. */
function readDevice(readCookie: (name: string) => string | undefined): string {
  const token = readCookie(COOKIE_NAME) ?? ''
  return /^[\w-]{43}$/.test(token) ? token : createToken()
}

/** Returns the stored hash of a device. It differs for each post, so that nobody can tell which posts a device has liked. */
const deviceHash = (token: string, postId: string): string => hashToken(`${token}.${postId}`)

const likeCookies = (token: string, { secure }: { secure: boolean }): string[] =>
  PATHS.map(
    (path) => `${COOKIE_NAME}=${token}; Path=${path}; HttpOnly; SameSite=Lax; Max-Age=${MAX_AGE_SECONDS}${secure ? '; Secure' : ''}`,
  )

interface Dependencies {
  readonly db: Database
  readonly now: () => number
  readonly publicUrl: string
}

/** Likes of posts. */
export function likeRoutes({ db, now, publicUrl }: Dependencies): Handlers<typeof likeEndpoints> {
  const secure = publicUrl.startsWith('https:')
  return {
    async getPostLikes({ params: { postId }, role, audience, addCacheTags }) {
      const likes = await countLikes(db, postId, audience)
      // Only members see the names of members.
      const likers = role === 'visitor' ? [] : await listLikers(db, postId)
      addCacheTags(POSTS_TAG, likesTag(postId), ...userTags(new Set(likers.map(({ id }) => id))))
      return { likes, likedBy: likers.map(toPublicUser) }
    },

    async getOwnPostLike({ params: { postId }, audience, viewer }) {
      await countLikes(db, postId, audience)
      return { isLiked: await isLikedBy(db, postId, viewer.id) }
    },

    async likePost({ params: { postId }, body, audience, findSession, address, readCookie, setCookie, write }) {
      const userId = (await findSession())?.viewer.id
      if (userId === undefined && body.asMember === true) throw new AppError('not_signed_in')
      const device = readDevice(readCookie)
      const result = await write(async (trx, invalidate) => {
        const at = now()
        const limit = userId === undefined ? POST_RATE_LIMITS.visitorLikesPerAddress : POST_RATE_LIMITS.likesPerUser
        await takeFromLimit(trx, limit, { key: userId ?? address, now: at })
        if (userId !== undefined) await lockAccount(trx, userId)
        await countLikes(trx, postId, audience)
        invalidate(likesTag(postId))
        const isLiked =
          userId === undefined
            ? await setVisitorLike(trx, { post_id: postId, device_hash: deviceHash(device, postId) }, body.isLiked)
            : await setMemberLike(trx, { post_id: postId, user_id: userId, created_at: at }, body.isLiked)
        return { likes: await countLikes(trx, postId, audience), isLiked }
      })
      if (userId === undefined && result.isLiked) likeCookies(device, { secure }).forEach(setCookie)
      return result
    },
  }
}
