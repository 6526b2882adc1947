import { updateSettings } from '#site/contract/settings.endpoints.ts'
import { type Audience, audiencesReadBy } from '#platform/contract/audiences.ts'
import { createSession } from '#accounts/server/sessions/sessions.store.ts'
import { createUser } from '#accounts/server/users/users.store.ts'
import { createTestApp, type Engine, type TestApp, TEST_ORIGIN, TEST_SITE, TEST_TIME } from '#tests/support/test-app.ts'
import { createClient, type TestClient } from '#tests/support/test-client.ts'
import { createPages } from '#app/web/entry-server.tsx'
import { type Group, type LeakThings, writeBase, writeLatePosts, type Writer, writeRestricted, writeUnpublished } from './leak-contents.ts'
import { ID_GROUPS, type Level, LEVELS, mark } from './marks.ts'
import type { Person } from './people.ts'

export interface LeakBlog {
  readonly app: TestApp
  readonly admin: TestClient
  readonly isClosed: boolean
  readonly cookies: Readonly<Record<Person, string | undefined>>
  readonly things: LeakThings
}

/** Requests set their IP address in X-Forwarded-For. */
const CONFIG = { publicUrl: TEST_ORIGIN, trustedProxies: 1, site: TEST_SITE }

/** What this audience may read; `nothing` excludes public content, too. */
type Contents = Audience | 'everything' | 'nothing'

/**
 * A blog with the production pipeline and the real pages. Two blogs differ only in their contents.
 */
export async function buildLeakBlog(engine: Engine, contents: Contents): Promise<LeakBlog> {
  let group: Group = 'base'
  const counts = new Map<Group, number>()
  const nextId = () => {
    const count = (counts.get(group) ?? 0) + 1
    counts.set(group, count)
    return `${ID_GROUPS[group]}-0000-7000-8000-${String(count).padStart(12, '0')}`
  }
  const app = await createTestApp({ engine, overrides: { config: CONFIG, pages: createPages(null), newId: nextId } })
  const setGroup = (next: Group) => void (group = next)
  const things: LeakThings = { posts: [], pages: [], commentIds: [], userIds: [], files: [], oldAddresses: [] }
  const { admin, users } = await writeUsers(app, nextId)
  things.userIds.push(admin.id, ...Object.values(users).map(({ id }) => id))
  const writer: Writer = { app, admin, adminId: admin.id, users, things, setGroup, nextId }
  if (contents !== 'nothing') await writeBase(writer)
  for (const level of LEVELS) {
    if (!isPartOf(contents, level)) continue
    setGroup(level)
    await (level === 'unpublished' ? writeUnpublished(writer) : writeRestricted(writer, level))
  }
  setGroup('base')
  if (contents !== 'nothing') await writeLatePosts(writer)
  return {
    app,
    admin,
    isClosed: false,
    things,
    cookies: {
      visitor: undefined,
      reader: users['rosa']?.cookie,
      family: users['fritz']?.cookie,
      former: users['otto']?.cookie,
      stranger: users['klara']?.cookie,
    },
  }
}

/** Switches a blog that was open so far to 'Only the family'. @returns the same blog */
export async function closeLeakBlog(blog: LeakBlog): Promise<LeakBlog> {
  await blog.admin.call(updateSettings, { body: { isClosed: true } })
  return { ...blog, isClosed: true }
}

const isPartOf = (contents: Contents, level: Level): boolean => {
  if (contents === 'everything' || contents === 'nothing') return contents === 'everything'
  return level !== 'unpublished' && audiencesReadBy(contents).includes(level)
}

async function writeUsers(app: TestApp, nextId: () => string) {
  const make = async (username: string, roles: { is_admin?: 0 | 1; is_family?: 0 | 1 } = {}, displayName: string | null = null) => {
    const id = nextId()
    const times = { created_at: TEST_TIME, updated_at: TEST_TIME }
    const names = { username, email: `${username}@example.org`, display_name: displayName }
    await createUser(app.db, { id, ...names, password_hash: null, picture_url: null, is_admin: 0, ...roles, ...times })
    const { token } = await createSession(app.db, { userId: id, now: TEST_TIME })
    await app.db
      .updateTable('sessions')
      .set({ id: `session-${username}` })
      .where('user_id', '=', id)
      .execute()
    return Object.assign(createClient(app.app, `kindred-session=${token}`), { id })
  }
  const admin = await make('mara', { is_admin: 1 })
  const users = {
    rosa: await make('rosa'),
    fritz: await make('fritz', { is_family: 1 }),
    otto: await make('otto'),
    klara: await make('klara'),
    // These accounts are no secret; that they comment on restricted posts is.
    ...Object.fromEntries(
      await Promise.all(LEVELS.map(async (level) => [level, await make(`nils${level}`, { is_family: 1 }, mark(level, 'name'))] as const)),
    ),
  }
  return { admin, users }
}
