import { sql } from 'kysely'
import type { Database } from '#server/platform/database/database.ts'
import type { PicturesTable } from '#migrations/schema.ts'

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
}

const FOLDER_IN_TEXT = /\/files\/([\w-]{16})\//g

/** Folders of the pictures in an address or a body. */
export const listPictureFolders = (text: string): string[] => Array.from(text.matchAll(FOLDER_IN_TEXT), ([, folder = '']) => folder)

/** Must match the expression of the index on users. */
const FOLDER_OF_PROFILE = sql<string>`substr(picture_url, 8, 16)`

/** Those folders of which a post, a draft, an earlier version, the trash, a profile or a setting of the blog shows a picture. */
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
