import { CATEGORIES } from '#platform/contract/categories.ts'
import type { followingEndpoints } from '#following/contract/following.endpoints.ts'
import { AppError } from '#platform/contract/errors.ts'
import { FOLLOW_CONFIRM_MS, RATE_LIMITS } from '#platform/contract/limits.ts'
import { listOwnCategories } from '#site/server/index.ts'
import {
  changePosts,
  confirmFollowing,
  countFollowers,
  deleteFollower,
  endFollowing,
  findFollowingOfUser,
  findFollowingOfVisitor,
  getFollowingByLink,
  listFollowers,
  requestFollowing,
  resumeFollowing,
  saveFollowingOfUser,
  setWaitingMails,
  takeOverFollowing,
} from './following.store.ts'
import type { Database } from '#platform/database/database.ts'
import type { Handlers } from '#platform/http/call-endpoint.ts'
import type { Outbox } from '#platform/mail/outbox.ts'
import { takeFromLimit } from '#platform/security/rate-limit.ts'
import { mailboxKey } from '#platform/security/mailbox-key.ts'
import { toLinkedFollowing, toListedFollower, toOwnFollowing } from './following.wire.ts'

interface Dependencies {
  readonly db: Database
  readonly now: () => number
  readonly newId: () => string
  readonly outbox: Outbox
}

/** Following the blog by mail (docs/product.md, 19). */
export function followingRoutes(dependencies: Dependencies): Handlers<typeof followingEndpoints> {
  return { ...requestRoutes(dependencies), ...linkRoutes(dependencies), ...ownRoutes(dependencies), ...listRoutes(dependencies) }
}

const ASKED = 'Thank you. A mail is on its way to you. Open the link in it and press the button there; then the mails begin.'

function requestRoutes({ db, now, newId, outbox }: Dependencies): Handlers<Pick<typeof followingEndpoints, 'follow' | 'confirmFollowing'>> {
  return {
    /** Whether the address is known is checked when the mail is sent, so response and timing reveal nothing. */
    async follow({ body: { email, posts, categories }, write }) {
      if (!outbox.isOpen) throw new AppError('not_found', 'This blog cannot send mail. Please ask the people who run it.')
      await requireCategories(db, categories)
      await write(async (trx) => {
        await takeFromLimit(trx, RATE_LIMITS.followMailsPerAccount, { key: mailboxKey(email), now: now() })
        await requestFollowing(trx, { id: newId(), email, posts, categories, now: now() })
        await outbox.put(trx, { kind: 'follow', email, priority: 'low', giveUpAfterMs: FOLLOW_CONFIRM_MS })
      })
      return { success: true, message: ASKED }
    },

    async confirmFollowing({ body, write }) {
      const link = await write((trx) => confirmFollowing(trx, body.token, now()))
      return { success: true, message: 'Thank you. New posts come to you by mail from now on.', link }
    },
  }
}

const ENDED = {
  posts: 'New posts are not mailed to you any more.',
  replies: 'Replies are not mailed to you any more.',
  comments: 'Comments are not mailed to you any more.',
  all: 'Nothing is mailed to you any more.',
} as const

function linkRoutes({
  db,
  now,
}: Dependencies): Handlers<Pick<typeof followingEndpoints, 'getFollowing' | 'updateFollowing' | 'endFollowing' | 'resumeFollowing'>> {
  return {
    async getFollowing({ query }) {
      return toLinkedFollowing(await getFollowingByLink(db, query.link))
    },

    async updateFollowing({ body: { link, posts, categories }, write }) {
      await requireCategories(db, categories)
      const row = await write(async (trx) => {
        await changePosts(trx, await getFollowingByLink(trx, link), { posts, categories, now: now() })
        return getFollowingByLink(trx, link)
      })
      return { success: true, message: 'Your choice was saved.', following: toLinkedFollowing(row) }
    },

    async endFollowing({ body: { link, what }, write }) {
      await write(async (trx) => endFollowing(trx, await getFollowingByLink(trx, link), { what, now: now() }))
      return { success: true, message: ENDED[what] }
    },

    async resumeFollowing({ body: { link }, write }) {
      const row = await write(async (trx) => {
        await resumeFollowing(trx, await getFollowingByLink(trx, link))
        return getFollowingByLink(trx, link)
      })
      return { success: true, message: 'The mails come again.', following: toLinkedFollowing(row) }
    },
  }
}

function ownRoutes({ db, now, newId }: Dependencies): Handlers<Pick<typeof followingEndpoints, 'getOwnFollowing' | 'updateOwnFollowing'>> {
  const findUser = (from: Database, id: string) =>
    from
      .selectFrom('users')
      .select(['id', 'email', 'email_verified', 'is_admin', 'waiting_mails'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  return {
    async getOwnFollowing({ viewer }) {
      const user = await findUser(db, viewer.id)
      const own = await findFollowingOfUser(db, viewer.id)
      // The user may have followed as a visitor, without the account.
      const visitor = own || user.email_verified === 0 ? undefined : await findFollowingOfVisitor(db, user.email)
      return toOwnFollowing(own ?? visitor, user)
    },

    async updateOwnFollowing({ viewer, body: { waiting, ...body }, write }) {
      if (typeof body.comments === 'string' && !viewer.isAdmin) throw new AppError('forbidden', 'New comments are mailed to admins alone.')
      await requireCategories(db, body.categories ?? null)
      return write(async (trx) => {
        const user = await findUser(trx, viewer.id)
        if (user.email_verified === 1) await takeOverFollowing(trx, user)
        const before = toOwnFollowing(await findFollowingOfUser(trx, viewer.id), user)
        const { categories = before.categories, comments = before.comments } = body
        const choices = { ...body, categories, comments }
        await saveFollowingOfUser(trx, viewer.id, { id: newId(), choices, now: now() })
        if (viewer.isAdmin && waiting !== undefined) await setWaitingMails(trx, viewer.id, waiting)
        const following = toOwnFollowing(await findFollowingOfUser(trx, viewer.id), await findUser(trx, viewer.id))
        return { success: true as const, message: savedMessage(following), following }
      })
    },
  }
}

const savedMessage = ({ isConfirmed }: { readonly isConfirmed: boolean }): string =>
  isConfirmed
    ? 'Your choice was saved.'
    : 'Your choice was saved. Mails begin once your email address is confirmed: open the link in the mail that we sent you.'

function listRoutes({ db }: Dependencies): Handlers<Pick<typeof followingEndpoints, 'listFollowers' | 'deleteFollower'>> {
  return {
    async listFollowers({ query }) {
      const [followers, totalFollowers] = await Promise.all([listFollowers(db, query), countFollowers(db)])
      return { followers: followers.map(toListedFollower), totalFollowers }
    },

    async deleteFollower({ params, write }) {
      if (!(await write((trx) => deleteFollower(trx, params.followerId))))
        throw new AppError('not_found', 'This follower is not there any more.')
      return { success: true, message: 'No more mails go to this address.' }
    },
  }
}

/** @throws bad_request */
async function requireCategories(db: Database, categories: readonly string[] | null): Promise<void> {
  if (categories === null) return
  const own = await listOwnCategories(db, {})
  const known = new Set<string>([...CATEGORIES, ...own.map(({ slug }) => slug)])
  if (!categories.every((one) => known.has(one)))
    throw new AppError('bad_request', 'One of these categories is not there any more. Please choose again.', { field: 'categories' })
}
