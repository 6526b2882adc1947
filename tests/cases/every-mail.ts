import { DAY_MS } from '#platform/contract/limits.ts'
import { createComposeFollowerMail } from '#newsletter/server/index.ts'
import { createMailer } from '#platform/mail/mailer.ts'
import { renderMail } from '#site/web/mail/render-mail.tsx'
import { startFaultyMailServer } from '#tests/support/mail/faulty-mail-server.ts'
import { sendMails } from '#tests/support/mail/send-mails.ts'
import type { MailKind } from '#migrations/schema.ts'
import { attachMail, createAttempt } from '#accounts/server/codes/codes.store.ts'
import { createComment } from '#comments/contract/comments.endpoints.ts'
import { BACKUP_JOB } from '#operations/server/backup/run-backup.ts'
import { noteJob } from '#operations/server/jobs/jobs.store.ts'
import { photograph } from '#tests/support/media/pictures.ts'
import { TEST_SITE, type TestApp, type TestUser } from '#tests/support/test-app.ts'
import { uploadPicture } from '#tests/support/media/tus.ts'

/** The host of the links, and of the ids. */
const PUBLIC_URL = 'https://blog.miller.example'

interface Row {
  readonly email?: string
  readonly follower_id?: string
  readonly since?: number
}

interface World {
  readonly blog: TestApp
  readonly admin: TestUser
  readonly ruth: TestUser
  readonly postId: string
  /** Ids of Ruth's comment, and of the reply to it. */
  readonly comments: readonly [string, string]
}

const WORDS =
  '<p>We built a swing in the old apple tree, and she laughed all afternoon. Grandpa cut the board, and Mara chose the rope.</p>'

/** An admin, a member with a comment and a reply to it, and a post with a picture. */
async function openWorld(blog: TestApp): Promise<World> {
  const admin = await blog.makeAdmin()
  const ruth = await blog.makeUser({ username: 'ruth', isFamily: true })
  const image = await uploadPicture(admin, { kind: 'post', bytes: await photograph(1600, 1000) })
  const { _id: postId } = await blog.makePost({ title: 'The swing', content: WORDS, by: admin, image })
  const comment = await ruth.call(createComment, { body: { postId, content: 'Who built it?' } })
  const reply = await admin.call(createComment, { body: { postId, content: 'Grandpa did, on Sunday.', parentId: comment._id } })
  return { blog, admin, ruth, postId, comments: [comment._id, reply._id] }
}

const toRuth = async ({ ruth }: World): Promise<Row> => ({ email: ruth.email })

async function follow({ blog: { db, clock, newId } }: World, email: string, isConfirmed: boolean): Promise<string> {
  const id = newId()
  const at = clock.now
  await db
    .insertInto('followers')
    .values({
      id,
      email,
      link_key: 'k'.repeat(43),
      posts: 'weekly',
      digest_through: at,
      created_at: at,
      confirmed_at: isConfirmed ? at : null,
    })
    .execute()
  return id
}

async function followAs({ blog: { db, clock, newId } }: World, userId: string): Promise<string> {
  const found = await db.selectFrom('followers').select('id').where('user_id', '=', userId).executeTakeFirst()
  if (found) return found.id
  const id = newId()
  const times = { digest_through: clock.now, comments_through: clock.now, created_at: clock.now, confirmed_at: clock.now }
  await db
    .insertInto('followers')
    .values({ id, user_id: userId, link_key: 'k'.repeat(43), posts: 'at_once', replies: 1, comments: 1, ...times })
    .execute()
  return id
}

const withCode = async ({ blog: { db, clock }, ruth }: World, purpose: 'sign_in' | 'second_step', mailId: string): Promise<Row> => {
  const attempt = await createAttempt(db, { purpose, email: ruth.email, userId: ruth.id, sessionId: null, now: clock.now })
  await attachMail(db, { attempt, now: clock.now, mailId })
  return { email: ruth.email }
}

/** What each kind of mail needs to be written. A new kind does not compile without it. */
const PREPARE: { readonly [Kind in MailKind]: (world: World, mailId: string) => Promise<Row> } = {
  verify_email: toRuth,
  email_changed: toRuth,
  password_changed: toRuth,
  passkey_added: toRuth,
  let_in: toRuth,
  test: toRuth,
  backup_place: toRuth,
  async backup_trouble({ blog: { db, clock }, admin }) {
    await noteJob(db, BACKUP_JOB, { started_at: null, failed_at: clock.now, problem: null })
    return { email: admin.email }
  },
  sign_in_code: (world, mailId) => withCode(world, 'sign_in', mailId),
  second_step: (world, mailId) => withCode(world, 'second_step', mailId),
  async follow(world) {
    await follow(world, 'aunt@friends.example', false)
    return { email: 'aunt@friends.example' }
  },
  async waiting({ blog, admin, comments }) {
    await blog.edit((trx) => trx.updateTable('users').set({ waiting_mails: 1, email_verified: 1 }).where('id', '=', admin.id).execute())
    await blog.edit((trx) => trx.updateTable('comments').set({ state: 'pending' }).where('id', '=', comments[0]).execute())
    return { email: admin.email }
  },
  post: async (world) => ({ follower_id: await follow(world, 'uncle@friends.example', true) }),
  async digest(world) {
    await world.blog.makePost({ title: 'The garden', content: WORDS, by: world.admin })
    return { follower_id: await follow(world, 'cousin@friends.example', true) }
  },
  reply: async (world) => ({ follower_id: await followAs(world, world.ruth.id) }),
  comments: async (world) => ({ follower_id: await followAs(world, world.admin.id), since: 0 }),
}

const MAIL_KINDS = Object.keys(PREPARE) as readonly MailKind[]

/** What a mail brings its follower. */
async function deliveredBy(
  { blog: { db }, postId, comments }: World,
  kind: MailKind,
): Promise<{ post_id?: string; comment_id?: string }[]> {
  if (kind === 'post') return [{ post_id: postId }]
  if (kind === 'reply') return [{ comment_id: comments[1] }]
  if (kind !== 'digest') return []
  const posts = await db.selectFrom('posts').select('id').where('state', '=', 'published').execute()
  return posts.map(({ id }) => ({ post_id: id }))
}

/** Queues one mail of each kind, whose id is the kind. */
async function queueEveryMail(blog: TestApp): Promise<void> {
  const world = await openWorld(blog)
  await blog.edit((trx) => trx.updateTable('users').set({ email_verified: 1 }).execute())
  await blog.db.deleteFrom('outbox').execute()
  const at = blog.clock.now
  const times = { next_attempt_at: at, created_at: at, give_up_at: at + DAY_MS }
  for (const kind of MAIL_KINDS) {
    const row = await PREPARE[kind](world, kind)
    await blog.db
      .insertInto('outbox')
      .values({ id: kind, kind, priority: 2, ...times, ...row })
      .execute()
    for (const brings of await deliveredBy(world, kind)) {
      const delivery = { mail_id: kind, follower_id: row.follower_id ?? '', ...brings }
      await blog.db.insertInto('deliveries').values(delivery).execute()
    }
  }
}

export interface ArrivedMail {
  readonly kind: MailKind
  /** Header and body, as the mail server got them. */
  readonly whole: string
}

/** Sends one mail of each kind to a mail server, as production does. */
export async function sendEveryMail(blog: TestApp, { contact = '' } = {}): Promise<readonly ArrivedMail[]> {
  await queueEveryMail(blog)
  const server = await startFaultyMailServer()
  const mailer = await createMailer({ smtpUrl: server.url, from: 'Our days <blog@miller.example>', publicUrl: PUBLIC_URL })
  const { db, storage, workers, logger, clock } = blog
  const pictures = { files: storage.files, renderPng: workers.renderPng }
  await sendMails({
    db,
    mailer,
    logger,
    now: () => clock.now,
    publicUrl: PUBLIC_URL,
    readContact: async () => contact,
    composeForFollower: createComposeFollowerMail({ siteConfig: TEST_SITE, publicUrl: PUBLIC_URL, renderMail, pictures, logger }),
  })
  mailer.close()
  await server.stop()
  // Mails of one priority that are due at one time leave in the order of their ids.
  const kinds = MAIL_KINDS.toSorted()
  if (server.accepted.length !== kinds.length) throw new Error(`${server.accepted.length} mails arrived of ${kinds.length}.`)
  return server.accepted.map(({ whole }, index) => ({ kind: kinds[index] as MailKind, whole }))
}
