import type { Database } from '#platform/database/database.ts'
import { prepareQuery } from '#platform/database/prepared-query.ts'
import { storeSettings } from '#site/server/index.ts'

/** Name of the setting that lists the ids of the sample posts. */
export const SAMPLES_SETTING = 'samples.posts'

const findValue = prepareQuery<{ name: string }, { value: string }>((db, value) =>
  db.selectFrom('settings').select('value').where('name', '=', value('name')),
)

/** Returns the ids of all sample posts, including deleted and changed ones. */
export async function readSampleIds(db: Database): Promise<ReadonlySet<string>> {
  const [row] = await findValue(db, { name: SAMPLES_SETTING })
  return toSampleIds(row?.value ?? null)
}

/** @param value JSON value of the setting, or null */
export const toSampleIds = (value: string | null): ReadonlySet<string> => new Set(value === null ? [] : (JSON.parse(value) as string[]))

/** A sample post that was changed counts as an ordinary post. */
export const isSamplePost = (
  { id, revision }: { readonly id: string; readonly revision: number },
  sampleIds: ReadonlySet<string>,
): boolean => revision === 1 && sampleIds.has(id)

/** Field that marks a sample post in API responses. */
export const sampleMark = (post: Parameters<typeof isSamplePost>[0], sampleIds: ReadonlySet<string>): { readonly isSample?: true } =>
  isSamplePost(post, sampleIds) ? { isSample: true } : {}

/** Call within `writePosts`. */
export const storeSampleIds = (trx: Database, ids: readonly string[]): Promise<void> => storeSettings(trx, { [SAMPLES_SETTING]: ids })

/** Call within `writePosts`. */
export async function deleteSampleIds(trx: Database): Promise<void> {
  await trx.deleteFrom('settings').where('name', '=', SAMPLES_SETTING).execute()
}

interface KnownSample {
  readonly id: string
  readonly isTrashed: boolean
  readonly isChanged: boolean
}

/** Lists sample posts that are published or in the trash. */
export async function listSamplePosts(db: Database): Promise<readonly KnownSample[]> {
  const ids = await readSampleIds(db)
  if (ids.size === 0) return []
  const [published, trashed] = await Promise.all(
    (['posts', 'trashed_posts'] as const).map((table) =>
      db
        .selectFrom(table as 'posts')
        .select(['id', 'revision'])
        .where('id', 'in', [...ids])
        .execute(),
    ),
  )
  const toKnown = (isTrashed: boolean) => (row: { id: string; revision: number }) => ({
    id: row.id,
    isTrashed,
    isChanged: !isSamplePost(row, ids),
  })
  return [...(published ?? []).map(toKnown(false)), ...(trashed ?? []).map(toKnown(true))]
}
