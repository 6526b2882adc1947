import { ACCOUNT_RATE_LIMITS, VERIFY_LINK_TTL_MS } from '#accounts/contract/account-limits.ts'
import type { SchemaOutput } from '#platform/contract/endpoint.ts'
import type { updateUser as updateUserEndpoint } from '#accounts/contract/users.endpoints.ts'
import { AppError } from '#platform/contract/errors.ts'
import { ANY_USER_TAG, userTag } from '#platform/cache/cache-tags.ts'
import type { ChangeFeed } from '#platform/database/change-feed.ts'
import type { Database } from '#platform/database/database.ts'
import type { Session } from '#platform/http/call-endpoint.ts'
import type { Outbox } from '#platform/mail/outbox.ts'
import { refuseGuessable } from './guessable-passwords.ts'
import { hashPassword } from '#accounts/server/passwords.ts'
import { takeFromLimit, tryTakeFromLimit } from '#platform/security/rate-limit.ts'
import { countOptIn, isVouchedFor } from '#accounts/server/mail/opt-ins.ts'
import { mailboxKey } from '#platform/security/mailbox-key.ts'
import { type FetchPicture, type FetchPictureOptions, ownPicturePath } from '#media/server/index.ts'
import { refuseNamesOfMembers, refuseReserved, refuseReservedDisplayName } from './names.ts'
import type { AccountRow } from './users.wire.ts'
import { requireRecentSignInOrPassword } from '#accounts/server/sessions/recent-sign-in.ts'
import { requireOpenSession } from '#accounts/server/sessions/open-session.store.ts'
import type { SecondStep } from '#accounts/server/second-step/second-step.ts'
import { getUser, updateUser, type UserChanges } from './users.store.ts'

type Wanted = SchemaOutput<(typeof updateUserEndpoint)['body']>

interface Dependencies {
  readonly db: Database
  readonly now: () => number
  readonly publicUrl: string
  readonly readSiteName: () => Promise<string>
  readonly write: ChangeFeed['write']
  readonly outbox: Outbox
  readonly secondStep: SecondStep
  readonly fetchPicture: FetchPicture
}

/** The code would go to the new address from now on, even if it is mistyped. */
const STEP_BY_MAIL =
  'Your second step is a code by mail, so a mistake in the new email would lock you out. Add a passkey first, or change how admins sign in meanwhile.'

interface Client {
  readonly session: Session
  readonly address: string
  readonly outside: FetchPictureOptions['outside']
}

/**
 * Changes a user's own account. A new email is unverified; mails are sent to the old and the new address.
 * @throws recent_sign_in_required for a new email or password long after the sign-in, without the current password;
 * second_step_required; not_signed_in if the session ended while a picture was fetched
 */
export async function changeAccount(dependencies: Dependencies, client: Client, wanted: Wanted): Promise<AccountRow> {
  const { db, write, now, outbox, secondStep } = dependencies
  const before = await getUser(db, client.session.viewer.id)
  const newEmail = wanted.email === before.email ? undefined : wanted.email
  const newUsername = wanted.username === before.username ? undefined : wanted.username
  const siteName = await dependencies.readSiteName()
  const name = nameChange(siteName, client, wanted)
  if (newUsername !== undefined) refuseReserved(newUsername, siteName)
  if (wanted.password !== undefined)
    await refuseGuessable(wanted.password, [wanted.username, before.username, before.display_name, before.email, siteName])
  const newDisplayName = wanted.displayName === before.display_name ? undefined : wanted.displayName
  await refuseNamesOfMembers(db, { id: before.id, username: newUsername, displayName: newDisplayName })
  // Depends on the body: only for what signs in.
  if (newEmail !== undefined || wanted.password !== undefined) {
    await requireRecentSignInOrPassword(dependencies, client.session, wanted.currentPassword)
  }
  const picture = readPicture(dependencies.publicUrl, wanted.profilePicture)
  await countChange(dependencies, client, {
    username: newUsername,
    email: newEmail,
    password: wanted.password,
    isFetching: 'foreign' in picture,
  })
  const changes: UserChanges = {
    ...(await ownPicture(dependencies, client, picture)),
    ...(newUsername === undefined ? {} : { username: newUsername }),
    ...name,
    ...(newEmail === undefined ? {} : { email: newEmail, email_verified: 0 }),
    ...(wanted.password === undefined ? {} : { password_hash: await hashPassword(wanted.password) }),
  }
  return write(async (trx, invalidate) => {
    invalidate(userTag(before.id), ANY_USER_TAG)
    const mayBeLockedOut = newEmail !== undefined && client.session.viewer.isAdmin
    const hadWayIn = mayBeLockedOut && (await secondStep.findLockOut(trx, before.id)) === null
    const after = await updateUser(trx, before.id, { changes, keepSession: client.session.id, now: now() })
    // Not before: the row is held now, so the session cannot end meanwhile with a newer password.
    await requireOpenSession(trx, client.session)
    if (hadWayIn && (await secondStep.findLockOut(trx, before.id)) !== null)
      throw new AppError('conflict', STEP_BY_MAIL, { field: 'email' })
    if (newEmail !== undefined) await queueEmailMails(trx, dependencies, { before, newEmail })
    if (wanted.password !== undefined) await outbox.put(trx, { kind: 'password_changed', email: after.email })
    return after
  })
}

async function queueEmailMails(
  trx: Database,
  { outbox, now }: Dependencies,
  { before, newEmail }: { before: AccountRow; newEmail: string },
): Promise<void> {
  await takeFromLimit(trx, ACCOUNT_RATE_LIMITS.mailsPerAccount, { key: mailboxKey(newEmail), now: now() })
  if (isVouchedFor(before)) {
    // It always gets the notice: earlier mails caused by an attacker must not suppress it.
    await tryTakeFromLimit(trx, ACCOUNT_RATE_LIMITS.mailsPerAccount, { key: mailboxKey(before.email), now: now() })
    await outbox.put(trx, { kind: 'email_changed', email: before.email })
  }
  if (await countOptIn(trx, { email: newEmail, now: now() }))
    await outbox.put(trx, { kind: 'verify_email', email: newEmail, isAwaited: true, giveUpAfterMs: VERIFY_LINK_TTL_MS })
}

/** Admins may use reserved names. @throws bad_request for a reserved name */
function nameChange(siteName: string, { session }: Client, { displayName }: Wanted): Pick<UserChanges, 'display_name'> {
  if (displayName === undefined) return {}
  if (!session.viewer.isAdmin) refuseReservedDisplayName(displayName, siteName)
  return { display_name: displayName || null }
}

/** Counts the change before it happens, even if it fails: an error may reveal a taken name, hashing and fetching are expensive. */
async function countChange(
  { write, now }: Dependencies,
  { session, address }: Client,
  wanted: { username: string | undefined; email: string | undefined; password: string | undefined; isFetching: boolean },
): Promise<void> {
  const { username, email, password, isFetching } = wanted
  if (username === undefined && email === undefined && password === undefined && !isFetching) return
  await write(async (trx) => {
    const use = { key: session.viewer.id, now: now() }
    if (username !== undefined || email !== undefined)
      await takeFromLimit(trx, ACCOUNT_RATE_LIMITS.signUpsPerAddress, { ...use, key: address })
    if (email !== undefined || password !== undefined) await takeFromLimit(trx, ACCOUNT_RATE_LIMITS.credentialChangesPerUser, use)
  })
}

type WantedPicture = Pick<UserChanges, 'picture_url'> | { readonly foreign: string }

/** The address is null for the drawn picture, which means no picture. @throws bad_request */
function readPicture(publicUrl: string, address: string | undefined): WantedPicture {
  if (address === undefined) return {}
  const path = ownPicturePath(address, publicUrl)
  if (path !== null) return { picture_url: path.startsWith('/drawings/') ? null : path }
  if (!/^https?:\/\//i.test(address) || new URL(address).origin === new URL(publicUrl).origin)
    throw new AppError('bad_request', 'A profile picture must be uploaded to this blog.', { field: 'profilePicture' })
  return { foreign: address }
}

/** Fetches a picture of another site. @throws bad_request, rate_limited, forbidden */
async function ownPicture(
  { fetchPicture }: Dependencies,
  { session, outside }: Client,
  picture: WantedPicture,
): Promise<Pick<UserChanges, 'picture_url'>> {
  if (!('foreign' in picture)) return picture
  return { picture_url: await fetchPicture(picture.foreign, { user: session.viewer, outside, kind: 'profile', field: 'profilePicture' }) }
}
