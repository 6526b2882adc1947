import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { AUDIENCES, type Audience, audiencesReadBy } from '#platform/contract/audiences.ts'

/**
 * Condition that this audience may read a row of the table. It is part of the SQL text, so a prepared query is needed for
 * each audience ({@link forEachAudience}).
 */
export const isReadable = (audience: Audience, table: 'posts' | 'blog_pages'): RawBuilder<SqlBool> =>
  audience === 'admins'
    ? sql`true`
    : sql`${sql.ref(`${table}.audience`)} in (${sql.join(audiencesReadBy(audience).map((each) => sql.lit(each)))})`

export const forEachAudience = <T>(create: (audience: Audience) => T): Readonly<Record<Audience, T>> =>
  Object.fromEntries(AUDIENCES.map((audience) => [audience, create(audience)])) as Record<Audience, T>
