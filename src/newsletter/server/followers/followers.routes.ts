import { FOLLOW_CONFIRM_MS, NEWSLETTER_RATE_LIMITS } from '#newsletter/contract/newsletter-limits.ts'
import type { newsletterEndpoints, MailChoices } from '#newsletter/contract/newsletter.endpoints.ts'
import { AppError } from '#platform/contract/errors.ts'
import {
  type Chosen,
  confirmFollowing,
  countFollowers,
  createFollowingOfUser,
  deleteFollower,
  endFollowing,
  findFollowingOfUser,
  findFollowingOfVisitor,
  getFollowingByLink,
  listFollowers,
  requestFollowing,
  saveChoices,
  setWaitingMails,
  takeOverFollowing,
} from './followers.store.ts'
import type { Database } from '#platform/database/database.ts'
import type { CallInput } from '#platform/contract/endpoint.ts'
import type { Handlers } from '#platform/http/call-endpoint.ts'
import type { Outbox } from '#platform/mail/outbox.ts'
import { takeFromLimit } from '#platform/security/rate-limit.ts'
import { mailboxKey } from '#platform/security/mailbox-key.ts'
import { type OwnUser, toLinkedChoices, toListedFollower, toOwnChoices } from './followers.wire.ts'

interface Dependencies {
  readonly db: Database
  readonly now: () => number
  readonly newId: () => string
  readonly outbox: Outbox
}

/** Following the blog by mail. */
export function followersRoutes(dependencies: Dependencies): Handlers<typeof newsletterEndpoints> {
  return { ...requestRoutes(dependencies), ...choiceRoutes(dependencies), ...listRoutes(dependencies) }
}

const ASKED = 'Thank you. A mail is on its way to you. Open the link in it and press the button there; then the mails begin.'

function requestRoutes({ now, newId, outbox }: Dependencies): Handlers<Pick<typeof newsletterEndpoints, 'follow' | 'confirmFollowing'>> {
  return {
    /** Whether the address is known is checked when the mail is sent, so response and timing reveal nothing. */
    async follow({ body: { email }, write }) {
      if (!outbox.isOpen) throw new AppError('not_found', 'This blog cannot send mail. Please ask the people who run it.')
      await write(async (trx) => {
        await takeFromLimit(trx, NEWSLETTER_RATE_LIMITS.followMailsPerAccount, { key: mailboxKey(email), now: now() })
        await requestFollowing(trx, { id: newId(), email, now: now() })
        await outbox.put(trx, { kind: 'follow', email, isAwaited: true, giveUpAfterMs: FOLLOW_CONFIRM_MS })
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
} as const

function choiceRoutes({
  db,
  now,
  newId,
}: Dependencies): Handlers<Omit<typeof newsletterEndpoints, 'follow' | 'confirmFollowing' | 'listFollowers' | 'deleteFollower'>> {
  const saveLinked = async (trx: Database, link: string, wanted: Wanted): Promise<MailChoices> => {
    const row = await getFollowingByLink(trx, link)
    await saveChoices(trx, row, { ...toChosen(toLinkedChoices(row), wanted), now: now() })
    return toLinkedChoices(await getFollowingByLink(trx, link))
  }
  const saveOwn = async (trx: Database, userId: string, wanted: Wanted): Promise<MailChoices> => {
    const user = await getUser(trx, userId)
    if (user.email_verified === 1) await takeOverFollowing(trx, user)
    const row = await findFollowingOfUser(trx, userId)
    const chosen = toChosen(toOwnChoices(row, user), wanted)
    await (row ? saveChoices(trx, row, { ...chosen, now: now() }) : createFollowingOfUser(trx, { id: newId(), userId, chosen, now: now() }))
    if (user.is_admin === 1 && wanted.waiting !== undefined) await setWaitingMails(trx, userId, wanted.waiting)
    return toOwnChoices(await findFollowingOfUser(trx, userId), await getUser(trx, userId))
  }
  return {
    async getLinkedMails({ query }) {
      return toLinkedChoices(await getFollowingByLink(db, query.link))
    },

    async updateLinkedMails({ body: { link, ...wanted }, write }) {
      return toSaved(await write((trx) => saveLinked(trx, link, wanted)))
    },

    async getOwnMails({ viewer }) {
      const user = await getUser(db, viewer.id)
      const own = await findFollowingOfUser(db, user.id)
      const hasOwn = own !== undefined && own.ended_at === null
      // The user may have followed as a visitor, without the account.
      const visitor = hasOwn || user.email_verified === 0 ? undefined : await findFollowingOfVisitor(db, user.email)
      return toOwnChoices(visitor ?? own, user)
    },

    async updateOwnMails({ viewer, body, write }) {
      return toSaved(await write((trx) => saveOwn(trx, viewer.id, body)))
    },

    async endFollowing({ body: { link, what }, write }) {
      await write(async (trx) => endFollowing(trx, await getFollowingByLink(trx, link), { what, now: now() }))
      return { success: true, message: ENDED[what] }
    },
  }
}

type Wanted = CallInput<typeof newsletterEndpoints.updateOwnMails>['body']

/** @throws forbidden for a choice that is not theirs */
function toChosen(before: MailChoices, wanted: Wanted): Chosen {
  for (const name of ['replies', 'comments', 'waiting'] as const) {
    if (before[name] === null && wanted[name] === true) throw new AppError('forbidden', 'These mails are not for this address.')
  }
  const stored = (name: 'replies' | 'comments') => ((wanted[name] ?? before[name] === true) ? 1 : 0)
  return { posts: wanted.posts, replies: stored('replies'), comments: stored('comments') }
}

const getUser = (db: Database, id: string): Promise<OwnUser> =>
  db
    .selectFrom('users')
    .select(['id', 'email', 'email_verified', 'is_admin', 'waiting_mails'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

const toSaved = (following: MailChoices) => ({
  success: true as const,
  message: following.isConfirmed ? 'Your choice was saved.' : 'Your choice was saved. Mails begin once your email address is confirmed.',
  following,
})

function listRoutes({ db }: Dependencies): Handlers<Pick<typeof newsletterEndpoints, 'listFollowers' | 'deleteFollower'>> {
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
