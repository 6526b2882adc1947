import anyAscii from 'any-ascii'
import type { invitationEndpoints } from '#accounts/contract/invitations.endpoints.ts'
import { AppError } from '#platform/contract/errors.ts'
import { FILL_ALL_FIELDS } from '#platform/contract/form.ts'
import { DAY_MS } from '#platform/contract/limits.ts'
import { INVITATION_DAYS_MAX } from '#accounts/contract/account-limits.ts'
import { refuseGuessable } from '#accounts/server/users/guessable-passwords.ts'
import { findFreeUsername, refuseNamesOfMembers, refuseReservedDisplayName } from '#accounts/server/users/names.ts'
import { requireRecentSignIn } from '#accounts/server/sessions/recent-sign-in.ts'
import { createSession } from '#accounts/server/sessions/sessions.store.ts'
import { toSignedIn } from '#accounts/server/sessions/sessions.wire.ts'
import { createUser, getUser } from '#accounts/server/users/users.store.ts'
import { ANY_USER_TAG, userTag } from '#platform/cache/cache-tags.ts'
import type { Database } from '#platform/database/database.ts'
import type { Handlers } from '#platform/http/call-endpoint.ts'
import type { Outbox } from '#platform/mail/outbox.ts'
import { hashPassword } from '#accounts/server/passwords.ts'
import { createToken, hashToken } from '#platform/security/tokens.ts'
import { queueVerification } from '#accounts/server/links/links.routes.ts'
import {
  ALREADY_FAMILY,
  createInvitation,
  getListedInvitation,
  getKnownInvitation,
  getOpenInvitation,
  listInvitations,
  revokeInvitation,
  useInvitation,
} from './invitations.store.ts'

/** The token is in the fragment (#), which browsers do not send to servers. */
const invitationLink = (publicUrl: string, token: string): string => `${publicUrl}/invitation#${token}`

interface Dependencies {
  readonly db: Database
  readonly now: () => number
  readonly newId: () => string
  readonly publicUrl: string
  readonly readBlog: () => Promise<{ readonly name: string; readonly author: string }>
  readonly outbox: Outbox
}

/** Invitations: links with which people join the family. */
export function invitationRoutes(dependencies: Dependencies): Handlers<typeof invitationEndpoints> {
  return { ...manageRoutes(dependencies), ...acceptRoutes(dependencies) }
}

function manageRoutes({
  db,
  now,
  newId,
  publicUrl,
}: Dependencies): Handlers<Pick<typeof invitationEndpoints, 'listInvitations' | 'createInvitation' | 'endInvitation'>> {
  return {
    async listInvitations() {
      return { invitations: await listInvitations(db, now()) }
    },

    async createInvitation({ body, viewer, session, write }) {
      // Depends on the body: only for one that could let in anyone for long.
      if (body.usesMax === null || body.days === INVITATION_DAYS_MAX) requireRecentSignIn(session, now())
      const [id, token, at] = [newId(), createToken(), now()]
      const row = { id, token_hash: hashToken(token), name: body.name, uses_max: body.usesMax }
      const times = { ends_at: at + body.days * DAY_MS, created_by: viewer.id, created_at: at }
      const invitation = await write(async (trx) => {
        await createInvitation(trx, { ...row, ...times })
        return getListedInvitation(trx, id, at)
      })
      return { invitation, link: invitationLink(publicUrl, token) }
    },

    async endInvitation({ params, write }) {
      return write((trx) => revokeInvitation(trx, params.invitationId, now()))
    },
  }
}

const IS_ADMIN = 'You are an admin here and read everything. The invitation was not used: it is for those you send it to.'

function acceptRoutes(
  dependencies: Dependencies,
): Handlers<Pick<typeof invitationEndpoints, 'openInvitation' | 'signUpByInvitation' | 'acceptInvitation'>> {
  const { db, now, readBlog } = dependencies
  return {
    async openInvitation({ body }) {
      const { name, ends_at: endsAt, isOpen } = await getKnownInvitation(db, body.token, now())
      const blog = await readBlog()
      return { blog: blog.name, author: blog.author, name, endsAt: new Date(endsAt).toISOString(), isOpen }
    },

    async signUpByInvitation({ body, userAgent, setSession, write }) {
      // Checked before the password is hashed, which is expensive.
      await getOpenInvitation(db, body.token, now())
      const { name: siteName } = await readBlog()
      refuseReservedDisplayName(body.displayName, siteName)
      if (body.password !== undefined) await refuseGuessable(body.password, [body.displayName, body.email, siteName])
      else if (!dependencies.outbox.isOpen) throw new AppError('bad_request', FILL_ALL_FIELDS, { field: 'password' })
      const userId = dependencies.newId()
      await refuseNamesOfMembers(db, { id: userId, displayName: body.displayName, isInvited: true })
      const password_hash = body.password === undefined ? null : await hashPassword(body.password)
      const { account, session } = await write(async (trx) => {
        // The form asks for a name only; the username is derived from it.
        const username = await findFreeUsername(trx, anyAscii(body.displayName), siteName)
        const names = { id: userId, username, display_name: body.displayName, email: body.email }
        const times = { created_at: now(), updated_at: now() }
        await createUser(trx, { ...names, ...times, password_hash, picture_url: null, is_admin: 0 })
        await useInvitation(trx, { token: body.token, userId, now: now() })
        await queueVerification(trx, dependencies.outbox, { email: body.email, now: now() })
        return { account: await getUser(trx, userId), session: await createSession(trx, { userId, now: now(), userAgent }) }
      })
      setSession(session.token)
      return toSignedIn(account, { freshUntil: session.freshUntil, now: now(), message: 'Welcome.' })
    },

    async acceptInvitation({ body, viewer, session, write }) {
      if (viewer.isAdmin || viewer.isFamily) throw new AppError('conflict', viewer.isAdmin ? IS_ADMIN : ALREADY_FAMILY)
      await write(async (trx, invalidate) => {
        invalidate(userTag(viewer.id), ANY_USER_TAG)
        await useInvitation(trx, { token: body.token, userId: viewer.id, now: now() })
      })
      return toSignedIn(await getUser(db, viewer.id), { freshUntil: session.freshUntil, now: now(), message: 'Welcome.' })
    },
  }
}
