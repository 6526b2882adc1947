import { sql } from 'kysely'
import type { Audience } from '#platform/contract/audiences.ts'
import type { Database } from '#platform/database/database.ts'
import { prepareQuery } from '#platform/database/prepared-query.ts'
import type { PicturesTable, PostKind } from '#migrations/schema.ts'
import type { PictureFacts } from './picture-audience.ts'

type PictureRow = Pick<PicturesTable, 'folder' | 'address' | 'bytes' | 'unused_since'>

export async function createPicture(db: Database, picture: Omit<PicturesTable, 'unused_since'>): Promise<void> {
  await db
    .insertInto('pictures')
    .values({ ...picture, unused_since: null })
    .execute()
}

/** Sorted by folder; `after` is the last folder of the page before. */
export async function listPictures(db: Database, page: { after: string; createdBefore: number; limit: number }): Promise<PictureRow[]> {
  return db
    .selectFrom('pictures')
    .select(['folder', 'address', 'bytes', 'unused_since'])
    .where('folder', '>', page.after)
    .where('created_at', '<=', page.createdBefore)
    .orderBy('folder')
    .limit(page.limit)
    .execute()
}

export async function setUnusedSince(db: Database, folders: readonly string[], since: number | null): Promise<void> {
  if (folders.length === 0) return
  await db.updateTable('pictures').set({ unused_since: since }).where('folder', 'in', folders).execute()
}

export async function deletePicture(db: Database, folder: string): Promise<void> {
  await db.deleteFrom('pictures').where('folder', '=', folder).execute()
  await db.deleteFrom('moved_addresses').where('kind', '=', 'file').where('target', '=', folder).execute()
}

const FOLDER_IN_TEXT = /\/files\/([\w-]{16})\//g

/** Returns the folders of the pictures in an address or a body. */
export const listPictureFolders = (text: string): string[] => Array.from(text.matchAll(FOLDER_IN_TEXT), ([, folder = '']) => folder)

/** Must match the expression of the index on users. */
const FOLDER_OF_PROFILE = sql<string>`substr(picture_url, 8, 16)`

/** Returns the folders whose picture a post or page in any state, an unpublished change, a version, a profile or a setting shows. */
export async function findUsedFolders(db: Database, folders: readonly string[]): Promise<Set<string>> {
  if (folders.length === 0) return new Set()
  const posts = await db.selectFrom('post_pictures').select('folder').distinct().where('folder', 'in', folders).execute()
  const texts = await db.selectFrom('kept_pictures').select('folder').distinct().where('folder', 'in', folders).execute()
  const users = await db
    .selectFrom('users')
    .select(FOLDER_OF_PROFILE.as('folder'))
    .where('picture_url', 'is not', null)
    .where(FOLDER_OF_PROFILE, 'in', folders)
    .execute()
  const settings = await db.selectFrom('settings').select('value').where('value', 'like', '%/files/%').execute()
  const inSettings = settings.flatMap(({ value }) => listPictureFolders(value)).filter((folder) => folders.includes(folder))
  return new Set([...[...posts, ...texts, ...users].map((row) => row.folder), ...inSettings])
}

/** A use of a picture, or another fact, whose `place` is `closed` or `uploader`. */
interface FactRow {
  readonly place: string
  readonly value: string | null
}

/** The same literals as `isReadable`, which is in a module above; the audience is compared later. */
const isPublished = (kind: PostKind) => sql`posts.kind = ${sql.lit(kind)} and posts.state = 'published'`

/**
 * Settings store the address as JSON, so it begins after a quote. Users can set any picture's address as their own, so a
 * profile counts only if its user uploaded the picture. Reads `isClosed` itself: a request for a file runs one statement.
 */
const findFacts = prepareQuery<{ folder: string }, FactRow>(
  (_, value) => sql<FactRow>`
    select distinct 'post' as place, posts.audience as value
    from post_pictures inner join posts on posts.id = post_pictures.post_id
    where post_pictures.folder = ${value('folder')} and ${isPublished('post')}
    union all
    select 'page/' || posts.id, posts.audience
    from post_pictures inner join posts on posts.id = post_pictures.post_id
    where post_pictures.folder = ${value('folder')} and ${isPublished('page')}
    union all
    select 'profile', 'public'
    from pictures inner join users on users.id = pictures.user_id
    where pictures.folder = ${value('folder')} and substr(users.picture_url, 8, 16) = ${value('folder')}
    union all
    select case name when 'look.logo' then 'logo' else 'home' end, 'public'
    from settings
    where name in ('look.logo', 'look.homePicture') and substr(value, 9, 16) = ${value('folder')}
    union all
    select 'closed', value from settings where name = 'isClosed'
    union all
    select 'uploader', user_id from pictures where folder = ${value('folder')}`,
)

export async function findPictureFacts(db: Database, folder: string): Promise<PictureFacts> {
  const rows = await findFacts(db, { folder })
  const valueOf = (name: string) => rows.find(({ place }) => place === name)?.value ?? null
  const uses = rows.filter(({ place }) => place !== 'closed' && place !== 'uploader')
  return {
    uses: uses.map(({ place, value }) => ({ place, audience: value as Audience })),
    isBlogClosed: valueOf('closed') === 'true',
    uploaderId: valueOf('uploader'),
  }
}
