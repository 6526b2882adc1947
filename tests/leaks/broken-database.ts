import { type CompiledQuery, type DatabaseConnection, type Dialect, type Driver, Kysely } from 'kysely'
import type { Database } from '#platform/database/database.ts'
import { NodeSqliteDialect } from '#platform/database/sqlite-dialect.ts'
import type { Schema } from '#migrations/schema.ts'

type Statement = Pick<CompiledQuery, 'sql' | 'parameters'>

/** An access filter that is removed to test that the hunt finds the leak. */
export interface BrokenFilter {
  readonly name: string
  /** Removes the filter from a statement; returns other statements unchanged. */
  readonly rewrite: (statement: Statement) => Statement
  /** Selects requests that depend on the filter. */
  readonly isOfInterest: (path: string) => boolean
}

/** State and audience in the condition for readers (`isReadable`); without them, drafts and the trash are read, too. */
const CONDITION = /\((\("\w+"\."kind" = '\w+') and "\w+"\."state" = 'published'\) and "\w+"\."audience" in \([^)]*\)\)/g

/** Removes the condition from matching statements. */
const withoutCondition =
  (statements: RegExp): BrokenFilter['rewrite'] =>
  (statement) =>
    statements.test(statement.sql) ? { ...statement, sql: statement.sql.replaceAll(CONDITION, '$1)') } : statement

const withOpenPictures: BrokenFilter['rewrite'] = ({ sql, parameters }) => ({
  sql: sql
    .replace(`'post' as place, posts.audience as value`, `'post' as place, 'public' as value`)
    .replace(` and posts.kind = 'post' and posts.state = 'published'`, ''),
  parameters,
})

export const BROKEN_FILTERS: readonly BrokenFilter[] = [
  {
    name: 'lists of posts',
    rewrite: withoutCondition(/"posts"\."image_url".* from "posts"/),
    isOfInterest: (path) => /^\/(?:$|search|api\/post\/getposts)/.test(path) && !/[st]earch/i.test(path.replace('/search', '')),
  },
  {
    // The condition is checked in the index and again in the row. Removing only one check leaks counts, but no words.
    name: 'searches',
    rewrite: ({ sql, parameters }) => withoutRowCheck({ sql, parameters: parameters.map(withAllAudiences) }),
    isOfInterest: (path) => /searchTerm=/.test(path),
  },
  {
    name: 'comments',
    rewrite: withoutCondition(/"comments"|select "id" from "posts"/),
    isOfInterest: (path) => path.startsWith('/api/comment/'),
  },
  { name: 'pictures', rewrite: withOpenPictures, isOfInterest: (path) => path.startsWith('/files/') },
  { name: 'former addresses of pictures', rewrite: withOpenPictures, isOfInterest: (path) => path.startsWith('/wp-content/') },
  {
    name: 'former addresses of pages',
    rewrite: withoutCondition(/"moved_addresses"/),
    isOfInterest: (path) => /^\/2019\/[^/]+-page/.test(path),
  },
  {
    name: 'feed and sitemap',
    rewrite: withoutCondition(/^(?!.*"image_url").*"posts"\."updated_at".* from/),
    isOfInterest: (path) => path.endsWith('.xml'),
  },
  { name: 'former addresses', rewrite: withoutCondition(/"old_addresses"/), isOfInterest: (path) => /^\/(?:\d{4}\/|\?p=)/.test(path) },
  {
    name: 'pages of the family’s own',
    rewrite: withoutCondition(/"kind" = 'page'/),
    isOfInterest: (path) => /^\/(?:page-|api\/page|api\/site)/.test(path),
  },
]

const withoutRowCheck = withoutCondition(/"page"\."place"/)

/** Adds the tokens of all audiences to a search on SQLite. */
const withAllAudiences = (parameter: unknown) =>
  typeof parameter === 'string' ? parameter.replaceAll('"##public"', '"##public" OR "##family" OR "##admins"') : parameter

/** Opens another connection to a blog's SQLite file, which rewrites every statement. */
export const openBrokenDatabase = (url: string, rewrite: BrokenFilter['rewrite']): Database =>
  new Kysely<Schema>({ dialect: rewriting(new NodeSqliteDialect(url.slice('sqlite:'.length)), rewrite) })

function rewriting(dialect: Dialect, rewrite: BrokenFilter['rewrite']): Dialect {
  const known = new WeakSet<DatabaseConnection>()
  return {
    createAdapter: () => dialect.createAdapter(),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createIntrospector: (db) => dialect.createIntrospector(db),
    createDriver(): Driver {
      const driver = dialect.createDriver()
      const acquire = driver.acquireConnection.bind(driver)
      driver.acquireConnection = async () => {
        const connection = await acquire()
        if (!known.has(connection)) {
          known.add(connection)
          const run = connection.executeQuery.bind(connection)
          connection.executeQuery = (query) => run({ ...query, ...rewrite(query) })
        }
        return connection
      }
      return driver
    },
  }
}
