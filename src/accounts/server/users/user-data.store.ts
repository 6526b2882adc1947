import type { UserData } from '#accounts/contract/users.endpoints.ts'
import { toIso } from '#platform/contract/format-date.ts'
import type { Database } from '#platform/database/database.ts'
import { readRows } from '#platform/database/read-pages.ts'
import type { Streamed } from '#platform/http/json-stream.ts'
import { ACCOUNT_COLUMNS, toAccount } from './users.wire.ts'

/** Rows that may each hold a megabyte. */
const FEW = 4
const MANY = 500

const toNamedKey = (row: { readonly name: string; readonly created_at: number; readonly last_used_at: number | null }) => ({
  name: row.name,
  createdAt: toIso(row.created_at),
  lastUsedAt: row.last_used_at === null ? null : toIso(row.last_used_at),
})

/** All data stored about a user, except their following, without hashes. Read part by part while it is sent. */
export function userDataOf(db: Database, userId: string): Streamed<Omit<UserData, 'following'>> {
  const byUser = { where: { column: 'user_id', value: userId }, rowsAtOnce: MANY }
  const likes = { ...byUser, columns: ['comment_id', 'created_at'], key: ['comment_id'] } as const
  const postLikes = { ...byUser, columns: ['post_id', 'created_at'], key: ['post_id'] } as const
  const reports = { ...byUser, columns: ['comment_id', 'reason', 'created_at'], key: ['comment_id'] } as const
  return {
    ...accountOf(db, userId),
    comments: list(
      readRows(db, {
        ...byUser,
        table: 'comments',
        columns: ['id', 'post_id', 'content', 'pending', 'created_at', 'updated_at'],
        key: ['id'],
      }),
      (row) => ({ ...toComment(row), waitsForApproval: row.pending === 1, updatedAt: toIso(row.updated_at) }),
    ),
    likes: list(readRows(db, { ...likes, table: 'likes' }), toLike),
    postLikes: list(readRows(db, { ...postLikes, table: 'post_likes' }), toPostLike),
    muted: list(readRows(db, { ...byUser, table: 'mutes', columns: ['muted_id', 'created_at'], key: ['muted_id'] }), (row) => ({
      userId: row.muted_id,
      createdAt: toIso(row.created_at),
    })),
    reports: list(readRows(db, { ...reports, table: 'comment_reports' }), toReport),
    ...writingOf(db, userId),
    trash: {
      posts: list(
        readRows(db, {
          table: 'trashed_posts',
          columns: ['id', 'title', 'content', 'created_at'],
          key: ['id'],
          where: { column: 'author_id', value: userId },
          rowsAtOnce: FEW,
        }),
        (row) => ({ _id: row.id, title: row.title, content: row.content, createdAt: toIso(row.created_at) }),
      ),
      comments: trashedComments(db, userId),
      likes: list(readRows(db, { ...likes, table: 'trashed_likes' }), toLike),
      postLikes: list(readRows(db, { ...postLikes, table: 'trashed_post_likes' }), toPostLike),
      reports: list(readRows(db, { ...reports, table: 'trashed_comment_reports' }), toReport),
    },
  }
}

async function* list<Row, Item>(rows: AsyncIterable<Row>, toItem: (row: Row) => Item): AsyncGenerator<Item> {
  for await (const row of rows) yield toItem(row)
}

const toLike = (row: { readonly comment_id: string; readonly created_at: number }) => ({
  commentId: row.comment_id,
  createdAt: toIso(row.created_at),
})

const toPostLike = (row: { readonly post_id: string; readonly created_at: number }) => ({
  postId: row.post_id,
  createdAt: toIso(row.created_at),
})

const toReport = (row: Parameters<typeof toLike>[0] & { readonly reason: string }) => ({ ...toLike(row), reason: row.reason })

const toComment = (row: { readonly id: string; readonly post_id: string; readonly content: string; readonly created_at: number }) => ({
  _id: row.id,
  postId: row.post_id,
  content: row.content,
  createdAt: toIso(row.created_at),
})

/** The account and what belongs to signing in: few rows. */
function accountOf(
  db: Database,
  userId: string,
): Streamed<Pick<UserData, 'account' | 'invitation' | 'passkeys' | 'feeds' | 'identities' | 'sessions'>> {
  const listKeys = async (table: 'passkeys' | 'feed_tokens') => {
    const columns = ['name', 'created_at', 'last_used_at'] as const
    return (await db.selectFrom(table).select(columns).where('user_id', '=', userId).orderBy('created_at').execute()).map(toNamedKey)
  }
  return {
    async account() {
      const columns = [...ACCOUNT_COLUMNS, 'users.password_hash'] as const
      const user = await db.selectFrom('users').select(columns).where('id', '=', userId).executeTakeFirstOrThrow()
      return { ...toAccount(user), hasPassword: user.password_hash !== null }
    },
    async invitation() {
      const invitation = await db
        .selectFrom('invitation_uses')
        .innerJoin('invitations', 'invitations.id', 'invitation_uses.invitation_id')
        .select(['invitations.name', 'invitation_uses.used_at'])
        .where('invitation_uses.user_id', '=', userId)
        .executeTakeFirst()
      return invitation === undefined ? null : { name: invitation.name, usedAt: toIso(invitation.used_at) }
    },
    passkeys: () => listKeys('passkeys'),
    feeds: () => listKeys('feed_tokens'),
    async identities() {
      const columns = ['issuer', 'subject', 'created_at'] as const
      const rows = await db.selectFrom('identities').select(columns).where('user_id', '=', userId).orderBy('created_at').execute()
      return rows.map((row) => ({ issuer: row.issuer, subject: row.subject, createdAt: toIso(row.created_at) }))
    },
    async sessions() {
      const columns = ['user_agent', 'created_at', 'last_seen_at', 'expires_at'] as const
      const rows = await db.selectFrom('sessions').select(columns).where('user_id', '=', userId).orderBy('created_at').execute()
      return rows.map((row) => ({
        userAgent: row.user_agent,
        signedInAt: toIso(row.created_at),
        lastSeenAt: toIso(row.last_seen_at),
        expiresAt: toIso(row.expires_at),
      }))
    },
  }
}

function writingOf(db: Database, userId: string): Streamed<Pick<UserData, 'posts' | 'planned' | 'drafts' | 'revisions'>> {
  const byAuthor = { where: { column: 'author_id', value: userId }, rowsAtOnce: FEW }
  return {
    posts: list(
      readRows(db, {
        ...byAuthor,
        table: 'posts',
        columns: ['seq', 'id', 'title', 'slug', 'content', 'created_at', 'updated_at'],
        key: ['created_at', 'seq'],
      }),
      (row) => ({
        _id: row.id,
        title: row.title,
        slug: row.slug,
        content: row.content,
        createdAt: toIso(row.created_at),
        updatedAt: toIso(row.updated_at),
      }),
    ),
    planned: list(
      readRows(db, { ...byAuthor, table: 'planned_posts', columns: ['id', 'title', 'content', 'publish_at'], key: ['id'] }),
      (row) => ({ _id: row.id, title: row.title, content: row.content, publishAt: toIso(row.publish_at) }),
    ),
    drafts: openDrafts(db, userId),
    revisions: list(
      readRows(db, {
        table: 'post_revisions',
        columns: ['post_id', 'revision', 'title', 'content', 'published_at'],
        key: ['post_id', 'revision'],
        where: { column: 'editor_id', value: userId },
        rowsAtOnce: FEW,
      }),
      (row) => ({ postId: row.post_id, title: row.title, content: row.content, publishedAt: toIso(row.published_at) }),
    ),
  }
}

async function* openDrafts(db: Database, userId: string): AsyncGenerator<UserData['drafts'][number]> {
  const drafts = readRows(db, {
    table: 'post_drafts',
    columns: ['post_id', 'id', 'title', 'content', 'saved_at', 'ended_at'],
    key: ['post_id', 'id'],
    where: { column: 'user_id', value: userId },
    rowsAtOnce: FEW,
  })
  for await (const { post_id, title, content, saved_at, ended_at } of drafts) {
    if (ended_at === null) yield { postId: post_id, title, content, savedAt: toIso(saved_at) }
  }
}

/** Of posts in the trash, and deleted alone, which end within the hour. */
async function* trashedComments(db: Database, userId: string): AsyncGenerator<UserData['trash']['comments'][number]> {
  for (const table of ['trashed_comments', 'deleted_comments'] as const) {
    const columns = ['id', 'post_id', 'content', 'created_at'] as const
    const where = { column: 'user_id', value: userId }
    yield* list(readRows(db, { table, columns, key: ['id'], where, rowsAtOnce: MANY }), toComment)
  }
}
