import { sql } from 'kysely'
import type { Database } from '#server/platform/database/database.ts'
import type { PicturesTable } from '#server/platform/database/schema.ts'

type PictureRow = Pick<PicturesTable, 'folder' | 'address' | 'bytes' | 'unused_since'>

export async function createPicture(db: Database, picture: Omit<PicturesTable, 'unused_since'>): Promise<void> {
  await db
    .insertInto('pictures')
    .values({ ...picture, unused_since: null })
    .execute()
}

/** In the order of their folders, which is random; `after` goes on behind one. */
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
const TEXTS_AT_ONCE = 100

/** Folders of the pictures that an address or a body names. */
export const listPictureFolders = (text: string): string[] => Array.from(text.matchAll(FOLDER_IN_TEXT), ([, folder = '']) => folder)

/** Whatever holds a text with pictures, and how to go through it piece by piece. */
const TEXTS = [
  { table: 'posts', key: ['id'] },
  { table: 'post_drafts', key: ['user_id', 'post_id', 'writer'] },
  { table: 'post_revisions', key: ['post_id', 'revision'] },
  { table: 'trashed_posts', key: ['id'] },
] as const

/** Every folder that a post, a draft, an earlier version, the trash or a profile shows. Text is read in small pieces, so that requests come in between. */
export async function findUsedFolders(db: Database): Promise<Set<string>> {
  const used = new Set<string>()
  const users = await db.selectFrom('users').select('picture_url').where('picture_url', 'like', '/files/%').execute()
  for (const { picture_url: url } of users) for (const folder of listPictureFolders(url ?? '')) used.add(folder)
  for (const { table, key } of TEXTS) {
    let after: RowKey | undefined
    do {
      const rows = await readTexts(db, { table, key, after })
      for (const row of rows) for (const folder of listPictureFolders(`${row.image_url ?? ''} ${row.content}`)) used.add(folder)
      after = rows.length < TEXTS_AT_ONCE ? undefined : rows.at(-1)?.key
      await new Promise(setImmediate)
    } while (after)
  }
  return used
}

type RowKey = readonly (string | number)[]
interface Piece {
  readonly table: (typeof TEXTS)[number]['table']
  readonly key: readonly string[]
  readonly after: RowKey | undefined
}

/** The next texts with pictures, in the order of the table's key. */
async function readTexts(db: Database, { table, key, after }: Piece) {
  const columns = key.map((name) => sql.ref(name))
  const beyond = after ? sql`and (${sql.join(columns)}) > (${sql.join(after)})` : sql``
  const { rows } = await sql<{ image_url: string | null; content: string } & Record<string, string | number>>`
    select ${sql.join(columns)}, image_url, content from ${sql.table(table)}
    where (image_url like '/files/%' or content like '%/files/%') ${beyond}
    order by ${sql.join(columns)} limit ${TEXTS_AT_ONCE}`.execute(db)
  return rows.map((row) => ({ image_url: row.image_url, content: row.content, key: key.map((name) => row[name] ?? '') }))
}

/** Asked once more, right before a picture goes. */
export async function isFolderUsed(db: Database, folder: string): Promise<boolean> {
  const anywhere = `%/files/${folder}/%`
  const users = await db.selectFrom('users').select('id').where('picture_url', 'like', anywhere).limit(1).execute()
  if (users.length > 0) return true
  for (const { table } of TEXTS) {
    const rows = await db
      .selectFrom(table)
      .select('content')
      .where((eb) => eb.or([eb('image_url', 'like', anywhere), eb('content', 'like', anywhere)]))
      .limit(1)
      .execute()
    if (rows.length > 0) return true
  }
  return false
}
