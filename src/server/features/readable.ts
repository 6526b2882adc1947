import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { AUDIENCES, type Audience, audiencesReadBy } from '#contract/audiences.ts'

/**
 * The condition that a client of this audience may read a row of a table with a column `audience`. Part of a query's
 * text: a prepared query is one for each audience ({@link forEachAudience}).
 */
export const isReadable = (audience: Audience, table: 'posts' | 'blog_pages'): RawBuilder<SqlBool> =>
  audience === 'admins'
    ? sql`true`
    : sql`${sql.ref(`${table}.audience`)} in (${sql.join(audiencesReadBy(audience).map((each) => sql.lit(each)))})`

export const forEachAudience = <T>(make: (audience: Audience) => T): Readonly<Record<Audience, T>> =>
  Object.fromEntries(AUDIENCES.map((audience) => [audience, make(audience)])) as Record<Audience, T>
