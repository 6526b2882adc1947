import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { AUDIENCES, type Audience, audiencesReadBy } from '#platform/contract/audiences.ts'
import type { PostKind } from '#migrations/schema.ts'

/**
 * Condition that this audience may read a row of `posts`: what admins get as readers is published, too. All of it is part of
 * the SQL text, because a bound parameter uses no partial index, so a prepared query is needed for each audience
 * ({@link forEachAudience}).
 * @param alias name of `posts` in the statement
 */
export const isReadable = (audience: Audience, { kind = 'post', alias = 'posts' }: { kind?: PostKind; alias?: string } = {}) => {
  const published = sql<SqlBool>`(${column(alias, 'kind')} = ${sql.lit(kind)} and ${column(alias, 'state')} = 'published')`
  if (audience === 'admins') return published
  const audiences = sql.join(audiencesReadBy(audience).map((each) => sql.lit(each)))
  return sql<SqlBool>`(${published} and ${column(alias, 'audience')} in (${audiences}))`
}

/** Condition of the desk: posts that are published or planned, of whatever audience. Drafts are their author's alone. */
export const isAtDesk = (alias = 'posts'): RawBuilder<SqlBool> =>
  sql`(${column(alias, 'kind')} = 'post' and ${column(alias, 'state')} in ('planned', 'published'))`

/** Condition that readers see a comment; its post has a condition of its own ({@link isReadable}). */
export const isShown = (alias = 'comments'): RawBuilder<SqlBool> => sql`${column(alias, 'state')} = 'shown'`

/** Condition that a comment is not deleted: shown, or awaiting an admin. */
export const isLive = (alias = 'comments'): RawBuilder<SqlBool> => sql`${column(alias, 'state')} <> 'deleted'`

/** Condition that the post of a comment is not in the trash. Not a join: PostgreSQL would begin with the posts, and sort. */
export const isNotInTrash = (alias = 'comments'): RawBuilder<SqlBool> =>
  sql`not exists (select 1 from posts as trashed where trashed.id = ${column(alias, 'post_id')} and trashed.state = 'trashed')`

const column = (alias: string, name: string) => sql.ref(`${alias}.${name}`)

export const forEachAudience = <T>(create: (audience: Audience) => T): Readonly<Record<Audience, T>> =>
  Object.fromEntries(AUDIENCES.map((audience) => [audience, create(audience)])) as Record<Audience, T>
