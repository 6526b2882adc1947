import type { Database } from '#server/platform/database/database.ts'

/** From this moment on, until before that one; ms. */
export interface Span {
  readonly start: number
  readonly end: number
}

const TABLES = ['posts', 'comments', 'users'] as const
export type CountedTable = (typeof TABLES)[number]

/** How much of each came into being in each span. Every count reads its span of the index by date, and nothing else. */
export async function countInSpans(db: Database, spans: readonly Span[]): Promise<Record<CountedTable, number[]>> {
  const [posts, comments, users] = await Promise.all(TABLES.map((table) => countOne(db, table, spans)))
  return { posts: posts ?? [], comments: comments ?? [], users: users ?? [] }
}

/** One statement for all spans. */
export function spanCounts(db: Database, table: CountedTable, spans: readonly Span[]) {
  return db.selectNoFrom((eb) =>
    spans.map(({ start, end }, index) =>
      eb
        // All three have the column; Kysely cannot know it of a union.
        .selectFrom(table as 'posts')
        .select((inner) => inner.fn.countAll<number>().as('count'))
        .where('created_at', '>=', start)
        .where('created_at', '<', end)
        .as(`span${index}`),
    ),
  )
}

async function countOne(db: Database, table: CountedTable, spans: readonly Span[]): Promise<number[]> {
  const row: Partial<Record<string, number | null>> = await spanCounts(db, table, spans).executeTakeFirstOrThrow()
  return spans.map((_, index) => row[`span${index}`] ?? 0)
}
