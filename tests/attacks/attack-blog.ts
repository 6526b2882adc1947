import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Person, signIn } from '#tests/crash/person.ts'
import { startBlogProcess } from '#tests/support/blog/blog-process.ts'
import { findFreePort } from '#tests/support/free-port.ts'
import { startNginx } from '#tests/support/blog/nginx.ts'
import { noise } from '#tests/support/media/pictures.ts'
import { createPostgresDatabase } from '#tests/support/database/postgres.ts'
import type { Engine } from '#tests/support/test-app.ts'
import { uploadPicture } from '#tests/support/media/tus.ts'
import { residentMb } from '#tests/support/media/watch-memory.ts'

export const ADMIN = { email: 'admin@example.org', password: 'the admin of this test' }

/** The built blog under attack. */
export interface AttackBlog {
  readonly url: string
  readonly host: string
  readonly admin: Person
  readonly post: { readonly _id: string; readonly slug: string }
  /** Resident memory. */
  readonly memoryMb: () => number
  /** Processor time of the process. */
  readonly cpuMs: () => number
  readonly databaseUrl: string
  readonly pid: number
  /** @returns the address of a public picture of about 300 kB; a larger one takes a second to process */
  readonly uploadPicture: () => Promise<string>
  readonly stop: () => Promise<void>
}

export async function startAttackBlog(engine: Engine, { isBehindNginx = false } = {}): Promise<AttackBlog> {
  const database = engine === 'postgres' ? await createPostgresDatabase() : null
  const port = await findFreePort()
  const nginx = isBehindNginx ? await startNginx([port, port]) : null
  const blog = await startBlogProcess({
    PORT: String(port),
    ...(nginx ? { PUBLIC_URL: nginx.url, TRUST_PROXY: '1' } : {}),
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
    ...(database ? { DATABASE_URL: database.url } : {}),
  })
  const url = nginx?.url ?? blog.url
  const admin = await signIn({ url }, ADMIN)
  return {
    url,
    host: new URL(url).host,
    admin,
    post: await admin.call('POST', '/api/post/create', { title: 'A post to attack', content: '<p>Words of this post.</p>' }),
    memoryMb: () => residentMb(blog.pid),
    cpuMs: () => {
      const [, , , , , , , , , , , user = 0, system = 0] =
        readFileSync(`/proc/${blog.pid}/stat`, 'utf8').split(') ')[1]?.split(' ').map(Number) ?? []
      return (user + system) * 10
    },
    databaseUrl: database?.url ?? `sqlite:${join(blog.dataDir, 'kindred.sqlite')}`,
    pid: blog.pid,
    async uploadPicture() {
      const image = await uploadPicture(admin, { kind: 'post', bytes: await noise(960, 720).jpeg({ quality: 90 }).toBuffer() })
      await admin.call('POST', '/api/post/create', { title: 'A picture to fetch', content: '<p>x</p>', image })
      return image
    },
    async stop() {
      await nginx?.stop()
      await blog.stop()
      await database?.drop()
    },
  }
}
