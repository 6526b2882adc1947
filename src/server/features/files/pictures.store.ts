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
const POSTS_AT_ONCE = 100

/** Every folder that a post or a profile shows. Text is read in small pieces, so that requests come in between. */
export async function findUsedFolders(db: Database): Promise<Set<string>> {
  const used = new Set<string>()
  const take = (text: string | null) => {
    for (const [, folder = ''] of (text ?? '').matchAll(FOLDER_IN_TEXT)) used.add(folder)
  }
  const users = await db.selectFrom('users').select('picture_url').where('picture_url', 'like', '/files/%').execute()
  for (const { picture_url: url } of users) take(url)
  let after = ''
  for (;;) {
    const posts = await db
      .selectFrom('posts')
      .select(['id', 'image_url', 'content'])
      .where('id', '>', after)
      .where((eb) => eb.or([eb('image_url', 'like', '/files/%'), eb('content', 'like', '%/files/%')]))
      .orderBy('id')
      .limit(POSTS_AT_ONCE)
      .execute()
    for (const post of posts) {
      take(post.image_url)
      take(post.content)
    }
    after = posts.at(-1)?.id ?? ''
    if (posts.length < POSTS_AT_ONCE) return used
    await new Promise(setImmediate)
  }
}

/** Asked once more, right before a picture goes. */
export async function isFolderUsed(db: Database, folder: string): Promise<boolean> {
  const anywhere = `%/files/${folder}/%`
  const users = await db.selectFrom('users').select('id').where('picture_url', 'like', anywhere).limit(1).execute()
  if (users.length > 0) return true
  const posts = await db
    .selectFrom('posts')
    .select('id')
    .where((eb) => eb.or([eb('image_url', 'like', anywhere), eb('content', 'like', anywhere)]))
    .limit(1)
    .execute()
  return posts.length > 0
}
