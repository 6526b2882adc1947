import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beginPasskey as beginPasskeyEndpoint, beginPasskeySignIn } from '#accounts/contract/passkeys.endpoints.ts'
import { createCategory, updateCategory } from '#site/contract/categories.endpoints.ts'
import { createComment, deleteComment, likeComment } from '#comments/contract/comments.endpoints.ts'
import { removeUserContent } from '#comments/contract/removals.endpoints.ts'
import { createPrivateFeed } from '#posts/contract/feeds.endpoints.ts'
import { createImport } from '#import-export/contract/imports.endpoints.ts'
import { createInvitation } from '#accounts/contract/invitations.endpoints.ts'
import { createPage } from '#site/contract/blog-pages.endpoints.ts'
import { createPost, deletePost, updatePost } from '#writing/contract/edit-posts.endpoints.ts'
import { likePost } from '#posts/contract/likes.endpoints.ts'
import { listRevisions, saveDraft } from '#writing/contract/writing.endpoints.ts'
import { listSessions } from '#accounts/contract/auth.endpoints.ts'
import { createAttempt } from '#accounts/server/codes/codes.store.ts'
import { hashPassword } from '#accounts/server/passwords.ts'
import { CODE_TTL_MS } from '#accounts/contract/account-limits.ts'
import { createLink } from '#accounts/server/links/account-links.store.ts'
import { createToken, hashToken } from '#platform/security/tokens.ts'
import { createPasskeyDevice, type PasskeyDevice } from '#tests/support/sign-in/passkey-device.ts'
import type { TestApp, TestUser } from '#tests/support/test-app.ts'
import { uploadExport } from '#tests/support/media/tus.ts'

/** Code of every second step in these tests. */
export const MAILED_CODE = '123456'
const MAILED_CODE_HASH = hashPassword(MAILED_CODE)

/** Rows for the calls whose query plans are checked. */
export interface Things {
  readonly user: TestUser
  readonly admin: TestUser
  readonly postId: string
  /** Id of a draft of the admin that was saved once. */
  readonly draftId: string
  /** Id of an earlier version of the post. */
  readonly versionId: string
  /** Id of a post in the trash. */
  readonly trashedId: string
  /** Id of a comment that an admin deleted. */
  readonly deletedCommentId: string
  /** Id of an account of which everything was removed. */
  readonly removedId: string
  readonly plannedId: string
  readonly pageId: string
  readonly slug: string
  readonly commentId: string
  readonly sessionId: string
  readonly passkeyId: string
  /** Path of the user's private feed. */
  readonly feedPath: string
  /** Has the stored passkey. */
  readonly device: PasskeyDevice
  /** As a device sends them: a new passkey, and a sign-in with the stored one. */
  readonly newPasskey: object
  readonly passkey: object
  /** Second steps of the admin: of a sign-in, and of a session that is confirmed. Their code is `MAILED_CODE`. */
  readonly attempt: string
  readonly requested: string
  readonly confirmation: string
  /** The token of an open invitation, and the id of another one. */
  readonly invitation: string
  readonly spareInvitationId: string
  /** Id of a request for an account. */
  readonly requestId: string
  /** A following: its link, its id, and the token that confirms it. */
  readonly following: string
  readonly followerId: string
  readonly followToken: string
  /** An export that was uploaded, and an import of another one. */
  readonly exportId: string
  readonly importId: string
  readonly signInToken: string
  readonly verifyToken: string
}

/** A request whose query plans src/app/plans.test.ts checks. */
export interface Question {
  readonly path: (things: Things) => string
  readonly body?: (things: Things) => object
  readonly as: 'visitor' | 'user' | 'admin'
}

/** The first save of an unpublished text. */
export const FIRST_SAVE = { sequence: 0, baseRevision: 0, title: 'A', content: '<p>b</p>', category: 'life', image: '' }

export async function writeSomething(blog: TestApp): Promise<void> {
  for (let number = 0; number < 12; number += 1)
    await blog.makePost({ title: `Kettle ${number}`, content: '<p>nights</p>', category: 'life' })
  await mkdir(join(blog.folder, 'backups'))
  await writeFile(join(blog.folder, 'backups/kindred-daily-2026-01-01T00-00-00Z.tar'), '')
}

export async function makeThings(blog: TestApp): Promise<Things> {
  await blog.db.updateTable('rate_limits').set({ window_ends_at: 0 }).execute()
  const [user, admin] = [await blog.makeUser(), await blog.makeAdmin()]
  const post = await blog.makePost({ by: admin, title: 'Kettle', content: '<p>night</p>' })
  const comment = await blog.makeComment(user, post._id)
  await admin.call(likePost, { params: { postId: comment.postId }, body: {} })
  await admin.call(likeComment, { params: { commentId: comment._id } })
  await user.call(createComment, { body: { postId: post._id, content: 'A reply', parentId: comment._id } })
  const deleted = await blog.makeComment(user, post._id)
  await admin.call(deleteComment, { params: { commentId: deleted._id } })
  const params = { postId: post._id, userId: admin.id }
  await admin.call(updatePost, { params, body: { content: '<p>another night</p>' } })
  const trashed = await blog.makePost({ by: admin, title: 'Kettle', content: '<p>night</p>' })
  await blog.makeComment(user, trashed._id)
  await admin.call(deletePost, { params: { postId: trashed._id, userId: admin.id } })
  await blog.db.updateTable('posts').set({ pinned: 0 }).execute()
  const { revisions } = await admin.call(listRevisions, { params: { postId: post._id } })
  const draftId = blog.newId().replaceAll('-', '')
  await admin.call(saveDraft, { params: { postId: draftId }, body: FIRST_SAVE })
  const body = { title: 'Planned', content: '<p>night</p>', publishAt: '2049-01-01T00:00:00Z' }
  const planned = await admin.call(createPost, { body })
  const pinned = await blog.makePost({ by: admin, title: 'Pinned', content: '<p>night</p>' })
  await admin.put(`/api/post/pin/${pinned._id}`, { pinned: true })
  await blog.db.deleteFrom('posts').where('kind', '=', 'page').execute()
  const page = await admin.call(createPage, { body: { title: 'Thanks', place: 'footer' } })
  await admin.call(updatePost, { params: { postId: page._id, userId: admin.id }, body: { content: '<p>Thank you</p>' } })
  await blog.db.deleteFrom('categories').execute()
  await admin.call(createCategory, { body: { name: 'Journeys' } })
  await admin.call(updateCategory, { params: { category: 'technology' }, body: { isHidden: true } })
  const device = createPasskeyDevice()
  const stored = await user.post('/api/auth/passkeys', { credential: device.create(await beginPasskey(user)) })
  const { addresses } = await user.call(createPrivateFeed)
  const { sessions } = await user.call(listSessions)
  await blog.db.deleteFrom('invitations').execute()
  const invite = () => admin.call(createInvitation, { body: { name: 'All', usesMax: 9 } })
  const { link } = await invite()
  const follower = await makeFollower(blog, user)
  const owner = { id: user.id, username: user.username, email: user.email }
  await blog.db.deleteFrom('imports').execute()
  const { _id: importId } = await admin.call(createImport, { body: { upload: await uploadExport(admin) } })
  return {
    user,
    admin,
    exportId: await uploadExport(admin),
    importId,
    postId: post._id,
    draftId,
    versionId: revisions.at(-1)?.id ?? '',
    trashedId: trashed._id,
    plannedId: planned._id,
    pageId: page._id,
    slug: post.slug,
    commentId: comment._id,
    deletedCommentId: deleted._id,
    removedId: await removeSomebody(blog, post._id),
    passkeyId: stored.body._id,
    feedPath: new URL(addresses.rss).pathname,
    device,
    ...(await meetChallenges({ user, device })),
    sessionId: sessions[0]?._id ?? '',
    attempt: await makeAttempt(blog, admin),
    requested: await makeAttempt(blog, user, { purpose: 'sign_in' }),
    confirmation: await makeAttempt(blog, admin, { sessionId: await sessionOf(admin) }),
    invitation: link.slice(link.indexOf('#') + 1),
    requestId: await makeRequest(blog),
    spareInvitationId: (await invite()).invitation._id,
    following: `${follower.id}.${follower.link_key}`,
    followerId: follower.id,
    followToken: follower.token,
    signInToken: await createLink(blog.db, { owner, purpose: 'sign_in', now: blog.clock.now }),
    verifyToken: await createLink(blog.db, { owner, purpose: 'verify_email', now: blog.clock.now }),
  }
}

async function removeSomebody(blog: TestApp, postId: string): Promise<string> {
  const [stranger, admin] = [await blog.makeUser(), await blog.makeAdmin()]
  const comment = await blog.makeComment(stranger, postId)
  await stranger.call(likeComment, { params: { commentId: comment._id } })
  await admin.call(removeUserContent, { params: { userId: stranger.id } })
  return stranger.id
}

const beginPasskey = async (user: TestUser) => (await user.call(beginPasskeyEndpoint)).options

/** Creates a new passkey and uses the stored one. Both need a challenge, which is valid once. */
export async function meetChallenges({ user, device }: Pick<Things, 'user' | 'device'>): Promise<Pick<Things, 'newPasskey' | 'passkey'>> {
  const { options } = await user.call(beginPasskeySignIn)
  return { newPasskey: createPasskeyDevice().create(await beginPasskey(user)), passkey: device.use(options) }
}

interface Attempt {
  readonly purpose?: 'sign_in' | 'second_step'
  readonly sessionId?: string
}

async function makeAttempt(blog: TestApp, { id, email }: TestUser, { purpose = 'second_step', sessionId }: Attempt = {}): Promise<string> {
  const attempt = await createAttempt(blog.db, { purpose, email, userId: id, sessionId: sessionId ?? null, now: blog.clock.now })
  await blog.db
    .updateTable('mailed_codes')
    .set({ code_hash: await MAILED_CODE_HASH, code_ends_at: blog.clock.now + CODE_TTL_MS })
    .where('code_hash', 'is', null)
    .execute()
  return attempt
}

const sessionOf = async (user: TestUser) => (await user.call(listSessions)).sessions[0]?._id ?? ''

let asked = 0

async function makeRequest(blog: TestApp): Promise<string> {
  asked += 1
  const [id, username] = [`request-${asked}`, `asks${asked}`]
  const words = { username, email: `${username}@example.org`, password_hash: 'x', note: 'Your neighbour' }
  await blog.db.deleteFrom('sign_up_requests').execute()
  await blog.db
    .insertInto('sign_up_requests')
    .values({ id, ...words, created_at: blog.clock.now })
    .execute()
  return id
}

/** Inserts a follower with this user's email; it is replaced when the user saves their own choice. */
async function makeFollower({ db, clock, newId }: TestApp, user: TestUser) {
  const [id, token] = [newId(), createToken()]
  const confirmed = { confirmed_at: clock.now, confirm_hash: hashToken(token), confirm_ends_at: clock.now + 1000 }
  return db
    .insertInto('followers')
    .values({ id, email: user.email, link_key: createToken(), posts: 'weekly', ...confirmed, digest_through: 0, created_at: clock.now })
    .returning(['id', 'link_key'])
    .executeTakeFirstOrThrow()
    .then((row) => ({ ...row, token }))
}
