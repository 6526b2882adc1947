import { rm } from 'node:fs/promises'
import type { ErrorBody } from '#platform/contract/errors.ts'
import { type BlogProcess, startBlogProcess } from '#tests/support/blog/blog-process.ts'
import { tusClient } from '#tests/support/media/tus.ts'
import { Person, signIn } from '#tests/crash/person.ts'

export const ADMIN = { email: 'admin@example.org', password: 'the admin of this test' }

/** A response as a client sees it. */
export interface ClientResponse {
  readonly status: number
  readonly retryAfter: string | null
  readonly body: any
}

/** The built blog with one post, and calls that show how it copes with a fault. */
export interface FaultBlog {
  readonly process: BlogProcess
  readonly admin: Person
  /** Reads a page that is not cached, so that the database is read. */
  readonly readFreshPage: () => Promise<ClientResponse>
  /** Reads the page of the post as a visitor; it may be cached. */
  readonly readPost: () => Promise<ClientResponse>
  readonly comment: (content: string) => Promise<ClientResponse>
  readonly readComments: () => Promise<string[]>
  /** Sends a picture in one request and waits until it is processed or refused. */
  readonly upload: (bytes: Buffer) => Promise<ClientResponse>
  readonly stop: () => Promise<void>
}

export const OUT_OF_REACH: Partial<ErrorBody> = { success: false, code: 'unavailable', statusCode: 503 }

export async function startFaultBlog(settings: Record<string, string> = {}, launcher: readonly string[] = []): Promise<FaultBlog> {
  const all = { TRUST_PROXY: '1', ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password, ...settings }
  const blog = await startBlogProcess(all, { launcher })
  const admin = await signIn(blog, ADMIN)
  const post = await admin.call('POST', '/api/post/create', { title: 'A post to break things under', content: '<p>Words.</p>' })
  const tus = tusClient(admin)
  let freshPages = 0

  const visitor = new Person(blog, '', '')
  const see = async (path: string, init: RequestInit = {}, by = admin): Promise<ClientResponse> => {
    const response = await by.send(path, init)
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.startsWith('application/json')
    return { status: response.status, retryAfter: response.headers.get('retry-after'), body: isJson ? JSON.parse(text) : text }
  }
  return {
    process: blog,
    admin,
    readFreshPage: () => see(`/search?searchTerm=words&startIndex=${(freshPages += 1)}`),
    readPost: () => see(`/post/${post.slug}`, {}, visitor),
    comment: (content) =>
      see('/api/comment/create', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ content, postId: post._id }),
      }),
    async readComments() {
      const comments = (await admin.call('GET', `/api/comment/getpostcomments/${post._id}`)) as { content: string }[]
      return comments.map(({ content }) => content)
    },
    async upload(bytes) {
      const { status, headers, error, url } = await tus.send({ kind: 'post', bytes })
      if (status >= 400) return { status, retryAfter: headers.get('retry-after'), body: error }
      for (;;) {
        const seen = await see(url)
        if (seen.body.state !== 'working') return seen
      }
    },
    // SIGTERM would wait some seconds for the idle connections of this process.
    async stop() {
      await blog.crash()
      await rm(blog.dataDir, { recursive: true, force: true })
    },
  }
}
