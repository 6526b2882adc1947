import type { UserData } from '#accounts/contract/users.endpoints.ts'
import type { Database } from '#platform/database/database.ts'
import { ACCOUNT_COLUMNS, toAccount } from './users.wire.ts'
import { toIso } from '#platform/contract/format-date.ts'

const toNamedKey = (row: { readonly name: string; readonly created_at: number; readonly last_used_at: number | null }) => ({
  name: row.name,
  createdAt: toIso(row.created_at),
  lastUsedAt: row.last_used_at === null ? null : toIso(row.last_used_at),
})

/** Collects all data stored about a user, except their following, without hashes. Not paged, as a person writes few rows by hand. */
export async function collectUserData(db: Database, userId: string): Promise<Omit<UserData, 'following'>> {
  const user = await db
    .selectFrom('users')
    .select([...ACCOUNT_COLUMNS, 'users.password_hash'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const [invitation, identities, keys, sessions, comments] = await Promise.all([
    db
      .selectFrom('invitation_uses')
      .innerJoin('invitations', 'invitations.id', 'invitation_uses.invitation_id')
      .select(['invitations.name', 'invitation_uses.used_at'])
      .where('invitation_uses.user_id', '=', userId)
      .executeTakeFirst(),
    db.selectFrom('identities').select(['issuer', 'subject', 'created_at']).where('user_id', '=', userId).orderBy('created_at').execute(),
    collectKeys(db, userId),
    db
      .selectFrom('sessions')
      .select(['user_agent', 'created_at', 'last_seen_at', 'expires_at'])
      .where('user_id', '=', userId)
      .orderBy('created_at')
      .execute(),
    db
      .selectFrom('comments')
      .select(['id', 'post_id', 'content', 'pending', 'created_at', 'updated_at'])
      .where('user_id', '=', userId)
      .orderBy('created_at')
      .orderBy('id')
      .execute(),
  ])
  return {
    account: { ...toAccount(user), hasPassword: user.password_hash !== null },
    invitation: invitation === undefined ? null : { name: invitation.name, usedAt: toIso(invitation.used_at) },
    identities: identities.map((row) => ({ issuer: row.issuer, subject: row.subject, createdAt: toIso(row.created_at) })),
    ...keys,
    sessions: sessions.map((row) => ({
      userAgent: row.user_agent,
      signedInAt: toIso(row.created_at),
      lastSeenAt: toIso(row.last_seen_at),
      expiresAt: toIso(row.expires_at),
    })),
    comments: comments.map((row) => ({
      _id: row.id,
      postId: row.post_id,
      content: row.content,
      waitsForApproval: row.pending === 1,
      createdAt: toIso(row.created_at),
      updatedAt: toIso(row.updated_at),
    })),
    ...(await collectActivity(db, userId)),
    ...(await collectWriting(db, userId)),
    trash: await collectTrash(db, userId),
  }
}

async function collectKeys(db: Database, userId: string): Promise<Pick<UserData, 'passkeys' | 'feeds'>> {
  const list = (table: 'passkeys' | 'feed_tokens') =>
    db.selectFrom(table).select(['name', 'created_at', 'last_used_at']).where('user_id', '=', userId).orderBy('created_at').execute()
  const [passkeys, feeds] = await Promise.all([list('passkeys'), list('feed_tokens')])
  return { passkeys: passkeys.map(toNamedKey), feeds: feeds.map(toNamedKey) }
}

async function collectActivity(db: Database, userId: string): Promise<Pick<UserData, 'likes' | 'postLikes' | 'reports' | 'posts'>> {
  const [likes, postLikes, reports, posts] = await Promise.all([
    db.selectFrom('likes').select(['comment_id', 'created_at']).where('user_id', '=', userId).orderBy('created_at').execute(),
    db.selectFrom('post_likes').select(['post_id', 'created_at']).where('user_id', '=', userId).orderBy('created_at').execute(),
    db
      .selectFrom('comment_reports')
      .select(['comment_id', 'reason', 'created_at'])
      .where('user_id', '=', userId)
      .orderBy('created_at')
      .execute(),
    db
      .selectFrom('posts')
      .select(['id', 'title', 'slug', 'content', 'created_at', 'updated_at'])
      .where('author_id', '=', userId)
      .orderBy('created_at')
      .orderBy('id')
      .execute(),
  ])
  return {
    likes: likes.map((row) => ({ commentId: row.comment_id, createdAt: toIso(row.created_at) })),
    postLikes: postLikes.map((row) => ({ postId: row.post_id, createdAt: toIso(row.created_at) })),
    reports: reports.map((row) => ({ commentId: row.comment_id, reason: row.reason, createdAt: toIso(row.created_at) })),
    posts: posts.map((row) => ({
      _id: row.id,
      title: row.title,
      slug: row.slug,
      content: row.content,
      createdAt: toIso(row.created_at),
      updatedAt: toIso(row.updated_at),
    })),
  }
}

async function collectWriting(db: Database, userId: string): Promise<Pick<UserData, 'planned' | 'drafts' | 'revisions'>> {
  const planned = await db
    .selectFrom('planned_posts')
    .select(['id', 'title', 'content', 'publish_at'])
    .where('author_id', '=', userId)
    .orderBy('publish_at')
    .orderBy('id')
    .execute()
  const drafts = await db
    .selectFrom('post_drafts')
    .select(['post_id', 'title', 'content', 'saved_at'])
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .orderBy('saved_at')
    .execute()
  const revisions = await db
    .selectFrom('post_revisions')
    .select(['post_id', 'title', 'content', 'published_at'])
    .where('editor_id', '=', userId)
    .orderBy('published_at')
    .orderBy('post_id')
    .execute()
  return {
    planned: planned.map((row) => ({ _id: row.id, title: row.title, content: row.content, publishAt: toIso(row.publish_at) })),
    drafts: drafts.map(({ post_id, title, content, saved_at }) => ({ postId: post_id, title, content, savedAt: toIso(saved_at) })),
    revisions: revisions.map((row) => ({
      postId: row.post_id,
      title: row.title,
      content: row.content,
      publishedAt: toIso(row.published_at),
    })),
  }
}

async function collectTrash(db: Database, userId: string): Promise<UserData['trash']> {
  const [posts, comments, deletedComments, likes, postLikes, reports] = await Promise.all([
    db
      .selectFrom('trashed_posts')
      .select(['id', 'title', 'content', 'created_at'])
      .where('author_id', '=', userId)
      .orderBy('created_at')
      .execute(),
    db
      .selectFrom('trashed_comments')
      .select(['id', 'post_id', 'content', 'created_at'])
      .where('user_id', '=', userId)
      .orderBy('created_at')
      .execute(),
    db
      .selectFrom('deleted_comments')
      .select(['id', 'post_id', 'content', 'created_at'])
      .where('user_id', '=', userId)
      .orderBy('created_at')
      .execute(),
    db.selectFrom('trashed_likes').select(['comment_id', 'created_at']).where('user_id', '=', userId).orderBy('created_at').execute(),
    db.selectFrom('trashed_post_likes').select(['post_id', 'created_at']).where('user_id', '=', userId).orderBy('created_at').execute(),
    db
      .selectFrom('trashed_comment_reports')
      .select(['comment_id', 'reason', 'created_at'])
      .where('user_id', '=', userId)
      .orderBy('created_at')
      .execute(),
  ])
  return {
    posts: posts.map((row) => ({ _id: row.id, title: row.title, content: row.content, createdAt: toIso(row.created_at) })),
    comments: [...comments, ...deletedComments].map((row) => ({
      _id: row.id,
      postId: row.post_id,
      content: row.content,
      createdAt: toIso(row.created_at),
    })),
    likes: likes.map((row) => ({ commentId: row.comment_id, createdAt: toIso(row.created_at) })),
    postLikes: postLikes.map((row) => ({ postId: row.post_id, createdAt: toIso(row.created_at) })),
    reports: reports.map((row) => ({ commentId: row.comment_id, reason: row.reason, createdAt: toIso(row.created_at) })),
  }
}
