import { readdir, readFile } from 'node:fs/promises'
import { v7 as newId } from 'uuid'
import type { FixedPageId } from '#site/contract/blog-pages.ts'
import { DAY_MS, HOUR_MS } from '#platform/contract/limits.ts'
import type { DatabaseTransaction } from '#platform/database/database.ts'
import { projectFolder } from '#platform/process/project-folder.ts'
import { getBlogPage } from '#site/server/index.ts'
import { createPost, sanitizeBody, updateBlogPage } from '#writing/server/index.ts'

const FOLDER = new URL('samples/', projectFolder)

interface SampleReader {
  readonly username: string
  readonly joinedDaysAgo: number
}

interface SampleComment {
  /** Key of the post. */
  readonly post: string
  readonly by: string
  readonly hoursAfterPost: number
  readonly text: string
  readonly likedBy: readonly string[]
}

interface PlantOrder {
  readonly authorId: string
  readonly now: number
  readonly publicUrl: string
}

/** Inserts the posts, pages, readers and comments of `samples/`, with dates relative to now. @returns what was inserted */
export async function plantSamples(trx: DatabaseTransaction, { authorId, now, publicUrl }: PlantOrder): Promise<string> {
  const readers = new Map<string, string>()
  for (const { username, joinedDaysAgo } of await readJson<SampleReader[]>('readers.json')) {
    const [id, at] = [newId(), now - joinedDaysAgo * DAY_MS]
    // Without a password nobody can sign in as them.
    const user = { id, username, email: `${username}@example.org`, password_hash: null, picture_url: null, is_admin: 0 as const }
    await trx
      .insertInto('users')
      .values({ ...user, created_at: at, updated_at: at })
      .execute()
    readers.set(username, id)
  }
  const posts = new Map<string, { readonly id: string; readonly at: number }>()
  for (const { key, title = '', category = '', daysAgo, content = '' } of await readTexts('posts')) {
    const post = { id: newId(), at: now - Number(daysAgo) * DAY_MS }
    const row = { id: post.id, author_id: authorId, title, category, image_url: null, audience: 'public' as const }
    await createPost(trx, { ...row, content: sanitizeBody(content, publicUrl), created_at: post.at, updated_at: post.at })
    posts.set(key, post)
  }
  for (const { key, title = '', content = '' } of await readTexts('pages')) {
    // A page that was written before stays.
    if ((await getBlogPage(trx, key as FixedPageId)).revision > 0) continue
    await updateBlogPage(trx, key as FixedPageId, {
      changes: { title, content: sanitizeBody(content, publicUrl) },
      editorId: authorId,
      now,
    })
  }
  const comments = await readJson<SampleComment[]>('comments.json')
  for (const comment of comments) {
    const post = found(posts, comment.post)
    const at = post.at + comment.hoursAfterPost * HOUR_MS
    const row = { id: newId(), post_id: post.id, user_id: found(readers, comment.by), content: comment.text, state: 'shown' as const }
    await trx
      .insertInto('comments')
      .values({ ...row, created_at: at, updated_at: at })
      .execute()
    for (const name of comment.likedBy)
      await trx
        .insertInto('likes')
        .values({ comment_id: row.id, user_id: found(readers, name), created_at: at })
        .execute()
    // Who comments on a post likes it.
    await trx
      .insertInto('post_likes')
      .values({ post_id: post.id, user_id: row.user_id, created_at: now })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
  return `${posts.size} posts, ${readers.size} readers and ${comments.length} comments`
}

const readJson = async <T>(name: string): Promise<T> => JSON.parse(await readFile(new URL(name, FOLDER), 'utf8')) as T

type Text = { readonly key: string } & Partial<Record<'title' | 'category' | 'daysAgo' | 'content', string>>

/** Reads files of `---`, lines of `name: value`, `---` and the body; comments refer to them by their names without the ending. */
async function readTexts(folder: 'posts' | 'pages'): Promise<Text[]> {
  const names = (await readdir(new URL(`${folder}/`, FOLDER))).filter((name) => name.endsWith('.html')).sort()
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(new URL(`${folder}/${name}`, FOLDER), 'utf8')
      const [, head = '', content = ''] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(text) ?? []
      const fields = head.split('\n').map((line) => line.split(/:\s*(.*)/, 2))
      return { key: name.replace(/\.html$/, ''), content, ...Object.fromEntries(fields) } as Text
    }),
  )
}

function found<T>(items: ReadonlyMap<string, T>, key: string): T {
  const item = items.get(key)
  if (item === undefined) throw new Error(`The samples name '${key}', which is not among them.`)
  return item
}
