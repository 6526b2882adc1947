import type { OwnTexts, UserData } from '#accounts/contract/users.endpoints.ts'
import { toIso } from '#platform/contract/format-date.ts'
import type { Database } from '#platform/database/database.ts'
import { readRows } from '#platform/database/read-pages.ts'
import type { Streamed } from '#platform/http/json-stream.ts'
import { ACCOUNT_COLUMNS, toAccount } from './users.wire.ts'

const ROWS_AT_ONCE = 500

const toUsedKey = (row: { readonly created_at: number; readonly last_used_at: number | null }) => ({
  createdAt: toIso(row.created_at),
  lastUsedAt: row.last_used_at === null ? null : toIso(row.last_used_at),
})

/** All data stored about a user, except their following and what they write for posts, without hashes. Read part by part while it is sent. */
export function userDataOf(db: Database, userId: string): Streamed<Omit<UserData, 'following' | keyof OwnTexts>> {
  const byUser = { where: { column: 'user_id', value: userId }, rowsAtOnce: ROWS_AT_ONCE }
  return {
    ...accountOf(db, userId),
    comments: list(
      readRows(db, {
        ...byUser,
        table: 'comments',
        columns: ['id', 'post_id', 'content', 'state', 'created_at', 'updated_at'],
        key: ['id'],
      }),
      ({ id, post_id, content, state, created_at, updated_at }) => ({
        _id: id,
        postId: post_id,
        content,
        state,
        createdAt: toIso(created_at),
        updatedAt: toIso(updated_at),
      }),
    ),
    likes: list(readRows(db, { ...byUser, table: 'likes', columns: ['comment_id', 'created_at'], key: ['comment_id'] }), (row) => ({
      commentId: row.comment_id,
      createdAt: toIso(row.created_at),
    })),
    postLikes: list(readRows(db, { ...byUser, table: 'post_likes', columns: ['post_id', 'created_at'], key: ['post_id'] }), (row) => ({
      postId: row.post_id,
      createdAt: toIso(row.created_at),
    })),
    reports: list(
      readRows(db, { ...byUser, table: 'comment_reports', columns: ['comment_id', 'reason', 'created_at'], key: ['comment_id'] }),
      (row) => ({ commentId: row.comment_id, reason: row.reason, createdAt: toIso(row.created_at) }),
    ),
  }
}

async function* list<Row, Item>(rows: AsyncIterable<Row>, toItem: (row: Row) => Item): AsyncGenerator<Item> {
  for await (const row of rows) yield toItem(row)
}

/** The account and what belongs to signing in: few rows. */
function accountOf(
  db: Database,
  userId: string,
): Streamed<Pick<UserData, 'account' | 'invitation' | 'request' | 'passkeys' | 'feeds' | 'identities' | 'sessions'>> {
  return {
    async account() {
      return toAccount(await db.selectFrom('users').select(ACCOUNT_COLUMNS).where('id', '=', userId).executeTakeFirstOrThrow())
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
    async request() {
      const query = db.selectFrom('sign_up_requests').select(['note', 'created_at']).where('user_id', '=', userId)
      const request = await query.executeTakeFirst()
      return request === undefined ? null : { note: request.note, createdAt: toIso(request.created_at) }
    },
    async passkeys() {
      const columns = ['name', 'created_at', 'last_used_at'] as const
      const rows = await db.selectFrom('passkeys').select(columns).where('user_id', '=', userId).orderBy('created_at').execute()
      return rows.map(({ name, ...key }) => ({ name, ...toUsedKey(key) }))
    },
    async feeds() {
      const columns = ['created_at', 'last_used_at'] as const
      const rows = await db.selectFrom('feed_tokens').select(columns).where('user_id', '=', userId).orderBy('created_at').execute()
      return rows.map(toUsedKey)
    },
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
