import { readdir, readFile } from 'node:fs/promises'
import { z } from 'zod'
import { FIXED_PAGE_IDS } from '#site/contract/blog-pages.ts'
import { CATEGORIES } from '#platform/contract/categories.ts'
import { COMMENT_MAX_LENGTH } from '#platform/contract/limits.ts'
import { projectFolder } from '#platform/process/project-folder.ts'

const samplesFolder = new URL('samples/', projectFolder)

const samplePost = z.strictObject({
  /** File name without its extension; comments refer to posts by it. */
  key: z.string(),
  title: z.string().min(1),
  category: z.enum(CATEGORIES),
  daysAgo: z.coerce.number().positive(),
  content: z.string().min(1),
})
/** Text of a fixed page; the file is named after the page. */
const samplePage = z.strictObject({ key: z.enum(FIXED_PAGE_IDS), title: z.string().min(1), content: z.string().min(1) })
const sampleReader = z.strictObject({ username: z.string(), joinedDaysAgo: z.number().positive() })
const sampleComment = z.strictObject({
  post: z.string(),
  by: z.string(),
  hoursAfterPost: z.number().nonnegative(),
  text: z.string().min(1).max(COMMENT_MAX_LENGTH),
  likedBy: z.array(z.string()),
})

export interface Samples {
  readonly posts: readonly z.infer<typeof samplePost>[]
  readonly pages: readonly z.infer<typeof samplePage>[]
  readonly readers: readonly z.infer<typeof sampleReader>[]
  readonly comments: readonly z.infer<typeof sampleComment>[]
}

/** Reads and validates the folder `samples/`. @throws ZodError for an invalid file */
export async function readSamples(): Promise<Samples> {
  const readJson = async (name: string): Promise<unknown> => JSON.parse(await readFile(new URL(name, samplesFolder), 'utf8'))
  return {
    posts: (await readTexts('posts')).map((text) => samplePost.parse(text)),
    pages: (await readTexts('pages')).map((text) => samplePage.parse(text)),
    readers: z.array(sampleReader).parse(await readJson('readers.json')),
    comments: z.array(sampleComment).parse(await readJson('comments.json')),
  }
}

async function readTexts(folder: 'posts' | 'pages'): Promise<object[]> {
  const names = (await readdir(new URL(`${folder}/`, samplesFolder))).filter((name) => name.endsWith('.html')).sort()
  return Promise.all(names.map((name) => readText(`${folder}/${name}`, name)))
}

/** Reads a file of `---`, lines of `name: value`, `---` and the body. */
async function readText(path: string, fileName: string): Promise<object> {
  const text = await readFile(new URL(path, samplesFolder), 'utf8')
  const [, head = '', content = ''] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(text) ?? []
  const fields = head.split('\n').map((line): [string, string] => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon).trim(), line.slice(colon + 1).trim()]
  })
  return { key: fileName.replace(/\.html$/, ''), content, ...Object.fromEntries(fields) }
}
