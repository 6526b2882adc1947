import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isoDayIn } from '#platform/contract/time-zone.ts'
import type { BlogWords } from '#site/contract/site.endpoints.ts'

export interface Contents {
  /** Names of their folders. */
  readonly pages: readonly string[]
  readonly posts: {
    readonly title: string
    readonly name: string
    readonly createdAt: number
    readonly category: string
    readonly comments: number
  }[]
}

interface ExportedPost {
  readonly post: { readonly title: string; readonly created_at: number; readonly category: string }
  readonly name: string
  readonly comments: number
}

export function addPost(contents: Contents, { post, name, comments }: ExportedPost): void {
  contents.posts.push({ title: post.title, name, createdAt: post.created_at, category: post.category, comments })
}

const HOW_TO_READ = `Every folder in \`posts\` is one post: \`index.md\` is its text, with title, date and category above it; \`comments.yml\` holds what readers wrote, the oldest first; its pictures lie beside them, and photos in print size, whose names end with \`-print.jpeg\`. \`pages\` holds what is no post: welcome, About and the others that were written. \`blog.yml\` has the name of the blog and its other settings, \`look\` the pictures of the home page and the logo. Everything is plain text and ordinary pictures, and any editor or browser opens it.

To bring it all into a blog again: \`npm run blog -- import\` and the name of this folder. Accounts, passwords, emails and likes are not part of it; \`npm run blog -- backup\` keeps those.`

type ExportedBlog = Pick<BlogWords, 'name' | 'timeZone'>

/** Writes the contents page: how to read the export, and every post by year, the newest first. */
export async function writeContents(folder: string, { posts, pages }: Contents, { name: siteName, timeZone }: ExportedBlog): Promise<void> {
  const years = Map.groupBy(posts.toReversed(), ({ createdAt }) => isoDayIn(createdAt, timeZone).slice(0, 4))
  const chapters = Array.from(years, ([year, ofYear]) => `## ${year}\n\n${ofYear.map((post) => lineOf(post, timeZone)).join('\n')}`)
  const ofPages = pages.length === 0 ? [] : [`## Pages\n\n${pages.map((name) => `- [${name}](pages/${name}/index.md)`).join('\n')}`]
  await writeFile(join(folder, 'README.md'), [`# ${siteName}`, HOW_TO_READ, ...ofPages, ...chapters, ''].join('\n\n'))
}

function lineOf({ title, name, createdAt, category, comments }: Contents['posts'][number], timeZone: string): string {
  const label = title.replace(/[\\[\]`*_<>&]/g, '\\$&')
  const talk = comments === 0 ? '' : `, [${comments} ${comments === 1 ? 'comment' : 'comments'}](posts/${name}/comments.yml)`
  return `- ${isoDayIn(createdAt, timeZone)}: [${label}](posts/${name}/index.md), ${category}${talk}`
}
