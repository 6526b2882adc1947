import type { likeEndpoints } from '#posts/contract/likes.endpoints.ts'
import { RATE_LIMITS } from '#platform/contract/limits.ts'
import { likesTag, listedLikesTag, POSTS_TAG, userTags } from '#platform/cache/cache-tags.ts'
import { toPublicUser } from '#accounts/server/index.ts'
import type { Database } from '#platform/database/database.ts'
import type { Handlers } from '#platform/http/call-endpoint.ts'
import { takeFromLimit } from '#platform/security/rate-limit.ts'
import { deviceHash, heartCookies, readDevice } from './heart-cookie.ts'
import { countLikes, isLikedBy, listLikers, setMemberLike, setVisitorLike } from './hearts.store.ts'

interface Dependencies {
  readonly db: Database
  readonly now: () => number
  readonly publicUrl: string
}

/** Hearts on posts (docs/product.md, 12; decision 46). */
export function heartRoutes({ db, now, publicUrl }: Dependencies): Handlers<typeof likeEndpoints> {
  const secure = publicUrl.startsWith('https:')
  return {
    async getHearts({ params: { postId }, audience, addCacheTags }) {
      const likes = await countLikes(db, postId, audience)
      // Only members see the names of members.
      const likers = audience === 'public' ? [] : await listLikers(db, postId)
      addCacheTags(POSTS_TAG, likesTag(postId), ...userTags(new Set(likers.map(({ id }) => id))))
      return { likes, likedBy: likers.map(toPublicUser) }
    },

    async getOwnHeart({ params: { postId }, audience, viewer }) {
      await countLikes(db, postId, audience)
      return { isLiked: await isLikedBy(db, postId, viewer.id) }
    },

    async likePost({ params: { postId }, body, audience, findSession, address, readCookie, setCookie, write }) {
      const userId = (await findSession())?.viewer.id
      const device = readDevice(readCookie)
      const result = await write(async (trx, invalidate) => {
        const at = now()
        const limit = userId === undefined ? RATE_LIMITS.visitorLikesPerAddress : RATE_LIMITS.likesPerUser
        await takeFromLimit(trx, limit, { key: userId ?? address, now: at })
        await countLikes(trx, postId, audience)
        invalidate(likesTag(postId), listedLikesTag(postId))
        const isLiked =
          userId === undefined
            ? await setVisitorLike(trx, { post_id: postId, device_hash: deviceHash(device, postId) }, body.isLiked)
            : await setMemberLike(trx, { post_id: postId, user_id: userId, created_at: at }, body.isLiked)
        return { likes: await countLikes(trx, postId, audience), isLiked }
      })
      if (userId === undefined && result.isLiked) heartCookies(device, { secure }).forEach(setCookie)
      return result
    },
  }
}
