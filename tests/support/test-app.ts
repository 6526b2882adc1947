import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hash } from '@node-rs/argon2'
import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { inject } from 'vitest'
import { signUp as signUpEndpoint } from '#accounts/contract/users.endpoints.ts'
import type { Audience } from '#platform/contract/audiences.ts'
import type { CallInput } from '#platform/contract/endpoint.ts'
import type { Category } from '#site/contract/category-names.ts'
import { type Comment, createComment } from '#comments/contract/comments.endpoints.ts'
import { createPost } from '#writing/contract/edit-posts.endpoints.ts'
import { NEW_ACCOUNT_MS } from '#comments/contract/comment-limits.ts'
import { listPosts, type Post } from '#posts/contract/posts.endpoints.ts'
import { type SignedIn, signIn as signInEndpoint } from '#accounts/contract/auth.endpoints.ts'
import { type AppDependencies, createApp } from '#app/app.ts'
import { type Blog, openBlog } from '#app/blog.ts'
import { createMediaWorkers, type MediaWorkers } from '#media/server/cleaning/media-workers.ts'
import { visibleText } from '#posts/contract/body-text.ts'
import { createSession } from '#accounts/server/sessions/sessions.store.ts'
import { createUser } from '#accounts/server/users/users.store.ts'
import { EVERYTHING } from '#platform/database/change-feed.ts'
import { type Database, type DatabaseTransaction, openDatabase } from '#platform/database/database.ts'
import { indexPost } from '#posts/server/search/search-index.ts'
import { type Locks, openLocks } from '#platform/database/lock.ts'
import { migrate } from '#platform/database/migrate.ts'
import { Admission } from '#platform/http/admission.ts'
import { ALONE, type AppFetch, createRequestContext } from '#platform/http/request-context.ts'
import { createLogger, type Logger } from '#platform/process/logger.ts'
import { openFolderStorage, type Storage } from '#media/server/files/open-storage.ts'
import { openBackups, type OpenBackups } from '#operations/server/backup/open-backups.ts'
import { openOffSite } from '#operations/server/off-site/open-off-site.ts'
import { openRestore } from '#operations/server/restore/open-restore.ts'
import { type ChildProcesses, openChildProcesses } from '#platform/process/child-processes.ts'
import { type OpenImports, openImports } from '#import-export/server/runs/open-imports.ts'
import type { Operations } from '#operations/server/status/operations.routes.ts'
import { createPostgresDatabase } from '#tests/support/database/postgres.ts'
import { type Callee, createClient, type TestClient } from './test-client.ts'

/** The databases the blog runs on. */
export type Engine = 'sqlite' | 'postgres'

export const TEST_PASSWORD = 'correct horse battery staple'
/** As weak as argon2 allows: tests check thousands of passwords. */
const TEST_PASSWORD_HASH = hash(TEST_PASSWORD, { memoryCost: 8, timeCost: 1, parallelism: 1 })
export const TEST_ORIGIN = 'http://localhost:3000'
export const TEST_SITE = {
  name: 'Kindred',
  author: 'The family',
  contact: '',
  timeZone: 'UTC',
  socialUrl: '',
  socialLabel: 'Instagram',
}
const TEST_OPERATIONS: Omit<Operations, 'backups' | 'offSite' | 'restore' | 'startedAt'> = {
  backupRules: { setting: null },
  mail: null,
  version: '0.0.0',
  storage: 'folder',
}
/** Time at the start of every test, unless it sets another. */
export const TEST_TIME = Date.UTC(2026, 2, 14, 9, 26, 53)

/** Shared by all apps of a test file; they end with its process. */
const MEDIA_WORKERS = createMediaWorkers({ folder: join(tmpdir(), 'kindred-media'), ffmpegPath: null })

export interface TestAppOptions {
  readonly engine: Engine
  readonly now?: number
  /** Dependencies of the app that this test replaces. */
  readonly overrides?: Partial<Omit<AppDependencies, 'db'>>
}

/** Changes only when a test advances it. */
export interface TestClock {
  now: number
  readonly advance: (ms: number) => void
}

export interface TestUser extends TestClient {
  readonly id: string
  readonly username: string
  readonly email: string
  readonly password: string
}

export interface TestApp {
  readonly engine: Engine
  /** The production pipeline: cache, admission and app, without a port. */
  readonly app: Callee
  readonly blog: Blog
  readonly admission: Admission
  /** The app alone with other parts, on the same data, without a cache. */
  readonly appWith: (parts: Partial<AppDependencies>) => Callee
  /** Changes rows without the API, and invalidates all cached responses. */
  readonly edit: <T>(work: (trx: DatabaseTransaction) => Promise<T>) => Promise<T>
  readonly databaseUrl: string
  readonly db: Database
  readonly clock: TestClock
  readonly storage: Storage
  readonly workers: MediaWorkers
  readonly locks: Locks
  readonly newId: () => string
  readonly logger: Logger
  readonly backups: OpenBackups
  readonly operations: Operations
  readonly imports: OpenImports
  readonly importSettings: Parameters<typeof openImports>[0]['settings']
  readonly processes: ChildProcesses
  /** The data folder. */
  readonly folder: string
  /** Every line that was logged, as it was written. */
  readonly logLines: string[]
  readonly visitor: () => TestClient
  readonly signUp: (account: { username: string; email: string; password: string }) => Promise<TestUser>
  readonly signIn: (credentials: { email: string; password?: string }) => Promise<TestUser>
  readonly makeUser: (parts?: { username?: string; email?: string; isAdmin?: boolean; isFamily?: boolean }) => Promise<TestUser>
  readonly makeAdmin: () => Promise<TestUser>
  /** Creates a post, a minute after the previous one unless `at` is given. The shared author is an admin of this app. */
  readonly makePost: (parts?: PostParts) => Promise<Post>
  readonly makeComment: (by: TestClient, postId: string, content?: string) => Promise<Comment>
  /** The posts that a visitor reads. */
  readonly readPosts: (query?: CallInput<typeof listPosts>['query']) => Promise<readonly Post[]>
  readonly close: () => Promise<void>
}

export interface PostParts {
  readonly title?: string
  readonly content?: string
  readonly category?: Category
  readonly image?: string
  readonly audience?: Audience
  readonly publishAt?: string
  readonly by?: TestClient
  readonly at?: number
}

interface Place {
  readonly url: string
  readonly db: Database
  readonly remove: () => Promise<void>
}

/** A fresh, migrated database: a file of SQLite, or a database in the tests' PostgreSQL. */
export async function createDatabase(engine: Engine, folder: string): Promise<Place> {
  if (engine === 'sqlite') {
    const file = join(folder, 'kindred.sqlite')
    await copyFile(inject('sqliteTemplate'), file)
    const url = `sqlite:${file}`
    const db = await openDatabase(url)
    // Waiting for the disk would double the time of the tests.
    await sql`pragma synchronous = off`.execute(db)
    return { url, db, remove: () => db.destroy() }
  }
  const database = await createPostgresDatabase(migrateAddress)
  const db = await openDatabase(database.url)
  const remove = async () => {
    await db.destroy()
    await database.drop()
  }
  return { url: database.url, db, remove }
}

async function migrateAddress(url: string): Promise<void> {
  const db = await openDatabase(url)
  await migrate(db).finally(() => db.destroy())
}

/** The whole blog without pages and without a port, on a database of its own. Only clock, ids and mail are substituted. */
export async function createTestApp(options: TestAppOptions): Promise<TestApp> {
  const folder = await mkdtemp(join(tmpdir(), 'kindred-test-'))
  const { url, db, remove } = await createDatabase(options.engine, folder)
  const locks = openLocks(url)
  const clock: TestClock = { now: options.now ?? TEST_TIME, advance: (ms) => void (clock.now += ms) }
  const logLines: string[] = []
  const storage = options.overrides?.storage ?? openFolderStorage(folder)
  const logger = createLogger('trace', { write: (line) => void logLines.push(line) })
  const now = () => clock.now
  const ending = new AbortController()
  const backupParts = { db, databaseUrl: url, locks, storage, logger, now, folder: join(folder, 'backups') }
  const backups = openBackups({ ...backupParts, ending: ending.signal })
  const offSite = openOffSite({ ...backupParts, setting: null, ending: ending.signal })
  const processes = openChildProcesses({ logger })
  const importSettings: TestApp['importSettings'] = {
    databaseUrl: url,
    storage: { type: 'folder', path: folder },
    publicUrl: TEST_ORIGIN,
    dataDir: folder,
    ffmpegPath: null,
    logLevel: 'silent',
    site: TEST_SITE,
    fetching: { allowLoopback: true, retryMs: 1 },
  }
  const imports = openImports({ db, locks, processes, settings: importSettings, logger, now, ending: ending.signal })
  const restore = openRestore({ ...backupParts, processes, settings: importSettings, ending: ending.signal })
  const operations: Operations = { ...TEST_OPERATIONS, backups, offSite, restore, startedAt: clock.now }
  const dependencies = {
    operations,
    imports,
    config: { publicUrl: TEST_ORIGIN, trustedProxies: 0, site: TEST_SITE },
    storage,
    workers: MEDIA_WORKERS,
    locks,
    logger,
    now,
    newId,
    pages: null,
    ...options.overrides,
    db,
  }
  // No wait is too long: a busy machine would refuse some of many requests at once.
  const admission = new Admission({ now: () => 0 })
  const blog = await openBlog({
    ...dependencies,
    databaseUrl: url,
    trustedProxies: dependencies.config.trustedProxies,
    admission,
    readinessOf: () => ({ problems: async () => [] }),
  })
  const app: Callee = { request: (path, init) => blog.pipeline(new Request(TEST_ORIGIN + path, init), { remoteAddress: undefined }) }
  const edit: TestApp['edit'] = (work) =>
    blog.feed.write((trx, invalidate) => {
      invalidate(EVERYTHING)
      return work(trx)
    })
  async function close(): Promise<void> {
    ending.abort()
    await backups.close()
    await offSite.close()
    await imports.close()
    processes.close()
    await blog.feed.close()
    await locks[Symbol.asyncDispose]()
    await remove()
    await rm(folder, { recursive: true, force: true })
  }
  const appWith: TestApp['appWith'] = (parts) => calleeOf(createApp({ ...dependencies, write: blog.feed.write, ...parts }))
  const parts = {
    engine: options.engine,
    app,
    blog,
    admission,
    appWith,
    edit,
    databaseUrl: url,
    db,
    clock,
    storage,
    workers: dependencies.workers,
    locks,
    newId: dependencies.newId,
    logger: dependencies.logger,
    backups,
    operations: dependencies.operations,
    imports,
    importSettings,
    processes,
    folder,
    logLines,
  }
  return { ...parts, ...createBuilders({ app, db, edit, clock }), close }
}

const calleeOf = (fetch: AppFetch): Callee => ({
  async request(path, init) {
    const request = new Request(TEST_ORIGIN + path, init)
    return fetch(request, createRequestContext(request, { remoteAddress: undefined }, { trustedProxies: 0, placeOf: () => ALONE }))
  },
})

/** Changes the date of a post, also in the search index. */
async function setPostDate(db: Database, post: Post, at: number): Promise<void> {
  const times = { created_at: at, updated_at: at }
  const { seq } = await db.updateTable('posts').set(times).where('id', '=', post._id).returning('seq').executeTakeFirstOrThrow()
  await indexPost(db, { seq, title: post.title, text: visibleText(post.content) })
}

type Builders = Pick<TestApp, 'visitor' | 'signUp' | 'signIn' | 'makeUser' | 'makeAdmin' | 'makePost' | 'makeComment' | 'readPosts'>

function createBuilders({ app, db, edit, clock }: Pick<TestApp, 'app' | 'db' | 'edit' | 'clock'>): Builders {
  let count = 0
  let author: Promise<TestUser> | undefined
  const visitor = () => createClient(app)

  const builders: Builders = {
    visitor,

    async signUp(account) {
      await visitor().call(signUpEndpoint, { body: account })
      return builders.signIn(account)
    },

    async signIn({ email, password = TEST_PASSWORD }) {
      const client = visitor()
      const user: SignedIn = await client.call(signInEndpoint, { body: { email, password } })
      return Object.assign(client, { id: user._id, username: user.username, email: user.email, password })
    },

    async makeUser({ username, email, isAdmin = false, isFamily = false } = {}) {
      count += 1
      const name = username ?? `${isAdmin ? 'admin' : 'reader'}${count}`
      const user = { id: newId(), username: name, email: email ?? `${name}@example.org` }
      // Comments of a new account wait once they come fast.
      const times = { created_at: clock.now - NEW_ACCOUNT_MS, updated_at: clock.now }
      const roles = { is_admin: isAdmin ? (1 as const) : (0 as const), is_family: isFamily ? (1 as const) : (0 as const) }
      await createUser(db, { ...user, ...times, ...roles, password_hash: await TEST_PASSWORD_HASH, picture_url: null })
      const { token } = await createSession(db, { userId: user.id, now: clock.now })
      return Object.assign(createClient(app, `kindred-session=${token}`), user, { password: TEST_PASSWORD })
    },

    makeAdmin: () => builders.makeUser({ isAdmin: true }),

    async makePost({ by, at, ...fields } = {}) {
      count += 1
      const writer = by ?? (await (author ??= builders.makeAdmin()))
      const post = await writer.call(createPost, {
        body: {
          title: `Post number ${count}`,
          content: `<p>The body of post ${count}.</p>`,
          ...fields,
        },
      })
      if (at === undefined) return post
      await edit((trx) => setPostDate(trx, post, at))
      const time = new Date(at).toISOString()
      return { ...post, createdAt: time, updatedAt: time }
    },

    readPosts: async (query = {}) => (await visitor().call(listPosts, { query })).posts,

    makeComment: (by, postId, content = 'A kind word') => by.call(createComment, { body: { content, postId } }),
  }
  return builders
}
