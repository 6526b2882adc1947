import { describe, expect, it } from 'vitest'
import { deletePost, updatePost } from '#writing/contract/edit-posts.endpoints.ts'
import { listRevisions } from '#writing/contract/writing.endpoints.ts'
import { getSettings } from '#site/contract/settings.endpoints.ts'
import { listSessions } from '#accounts/contract/auth.endpoints.ts'
import { type EndpointName, endpoints } from './contract/endpoints.ts'
import { type PublicResponseName, publicResponses } from './contract/public-responses.ts'
import { RECENT_SIGN_IN_MS, SESSION_IDLE_MS } from '#accounts/contract/account-limits.ts'
import type { Endpoint } from '#platform/contract/endpoint.ts'
import { createSession } from '#accounts/server/sessions/sessions.store.ts'
import { PEOPLE, type Person, type Row, ROWS, type Things } from '#tests/cases/access-rows.ts'
import { RESPONSE_ROWS } from '#tests/cases/response-rows.ts'
import { onEachEngine, useTestApp } from '#tests/support/engines.ts'
import { type TestApp, type TestUser } from '#tests/support/test-app.ts'
import { createClient, type TestClient } from '#tests/support/test-client.ts'

/** Creates a client in the state of a column. */
async function makePerson(blog: TestApp, person: Person, owner: TestUser): Promise<{ client: TestClient; id: string }> {
  const { db, clock } = blog
  switch (person) {
    case 'visitor':
      return { client: blog.visitor(), id: 'nobody' }
    case 'user':
      return { client: owner, id: owner.id }
    case 'admin': {
      const admin = await blog.makeAdmin()
      return { client: admin, id: admin.id }
    }
    case 'demoted': {
      const admin = await blog.makeAdmin()
      await admin.call(getSettings)
      await db.updateTable('users').set({ is_admin: 0 }).where('id', '=', admin.id).execute()
      return { client: admin, id: admin.id }
    }
    case 'expired': {
      // The owner may have been disabled by a call before, and then begins no session.
      const user = await blog.makeUser()
      const { token } = await createSession(db, { userId: user.id, now: clock.now - SESSION_IDLE_MS })
      return { client: createClient(blog.app, `kindred-session=${token}`), id: owner.id }
    }
    case 'family': {
      const user = await blog.makeUser({ isFamily: true })
      return { client: user, id: user.id }
    }
    case 'other':
    case 'pending':
    case 'disabled': {
      const user = await blog.makeUser()
      const disabled = { disabled_at: clock.now, disabled_reason: 'For the test' }
      if (person === 'disabled') await db.updateTable('users').set(disabled).where('id', '=', user.id).execute()
      return { client: user, id: user.id }
    }
  }
}

const makeSpace = async (blog: TestApp) => {
  await blog.db.updateTable('rate_limits').set({ window_ends_at: 0 }).execute()
}

onEachEngine('the access matrix', (engine) => {
  const blog = useTestApp(engine)

  async function makeThings() {
    const owner = await blog().makeUser()
    const admin = await blog().makeAdmin()
    const [post, trashed] = [await blog().makePost(), await blog().makePost({ by: admin })]
    await admin.call(updatePost, { params: { postId: post._id, userId: admin.id }, body: { title: 'A changed title' } })
    const { revisions } = await admin.call(listRevisions, { params: { postId: post._id } })
    await admin.call(deletePost, { params: { postId: trashed._id, userId: admin.id } })
    const comment = await blog().makeComment(owner, post._id)
    const { sessions } = await owner.call(listSessions)
    const versionId = revisions.at(-1)?.id ?? ''
    const ids = { userId: owner.id, postId: post._id, versionId, trashedId: trashed._id, commentId: comment._id }
    return { owner, things: { ...ids, sessionId: sessions[0]?._id ?? '' } }
  }

  type Setting = Awaited<ReturnType<typeof makeThings>> & { people: Map<Person, ReturnType<typeof makePerson>> }
  const makeSetting = async (): Promise<Setting> => ({ ...(await makeThings()), people: new Map() })
  /** Shared by all calls that change nothing: reads, and writes that are refused to everyone. */
  let unchangedSetting: Promise<Setting> | undefined
  const changesNothing = (method: string, row: Row) => method === 'GET' || Object.values(row.expected).every((status) => status >= 400)
  const enter = async (person: Person, { owner, things, people }: Setting) => {
    const known = people.get(person)
    const entered = known ?? makePerson(blog(), person, owner)
    people.set(person, entered)
    // A reader with a pending first comment may do what others may.
    if (person === 'pending' && !known) await blog().makeComment((await entered).client, things.postId, 'See https://example.org')
    return entered
  }

  it('are all in the table', () => expect(Object.keys(ROWS).sort()).toEqual(Object.keys(endpoints).sort()))

  describe.each(Object.entries(ROWS) as [EndpointName, Row][])('%s', (name, row) => {
    const [method = ''] = endpoints[name].key.split(' ')
    const calls = { GET: 'get', POST: 'post', PUT: 'put', DELETE: 'delete' } as const

    it('is accessible to the roles in the table only', async () => {
      await makeSpace(blog())
      const seen: Record<string, number> = {}
      let codeForDisabled: string | undefined
      let setting = await (changesNothing(method, row) ? (unchangedSetting ??= makeSetting()) : makeSetting())
      for (const person of PEOPLE) {
        const { client, id } = await enter(person, setting)
        const things: Things = { ...setting.things, actorId: id }
        const path = row.path(things)
        const call = calls[method as keyof typeof calls]
        const response = call === 'get' ? await client.get(path) : await client[call](path, row.body?.(things))
        seen[person] = response.status
        // The next person needs the deleted things again.
        if (method === 'DELETE' && response.status < 300) setting = await makeSetting()
        if (person === 'disabled') codeForDisabled = response.body.code
      }
      expect(seen).toEqual(row.expected)
      const isOpen = endpoints[name].access === 'everyone'
      expect(isOpen || codeForDisabled === 'account_disabled').toBe(true)
    })
  })
})

describe('the access matrix of public responses', () => {
  const blog = useTestApp('sqlite')

  it.each(Object.keys(publicResponses) as PublicResponseName[])('%s', async (name) => {
    const owner = await blog().makeUser()
    const { _id: postId } = await blog().makePost()
    const things = { userId: owner.id, actorId: owner.id, postId, commentId: 'c', sessionId: 's', trashedId: 't' }
    const { path, expected } = RESPONSE_ROWS[name]
    const target = await path(things, blog())
    const seen: Record<string, number> = {}
    for (const person of PEOPLE) seen[person] = (await (await makePerson(blog(), person, owner)).client.send(target, {})).status
    expect(seen).toEqual(expected)
  })
})

/** Calls that give away a copy or a key, let somebody in, or cannot be taken back. */
const AFTER_RECENT_SIGN_IN: readonly EndpointName[] = [
  'addPasskey',
  'approveSignUp',
  'beginPasskey',
  'createBackupKey',
  'createPrivateFeed',
  'createSignInLink',
  'deletePasskey',
  'deleteTrashedPost',
  'deleteUser',
  'downloadBackup',
  'downloadExport',
  'downloadMyData',
  'getBackup',
  'getExport',
  'removeBackupPlace',
  'saveBackupPlace',
]

describe('a session that was confirmed long ago', () => {
  const blog = useTestApp('sqlite')
  const declared = (Object.keys(endpoints) as EndpointName[]).filter((name) => (endpoints[name] as Endpoint).needsRecentSignIn)

  it('is not enough for the calls in the list', () => expect(declared.toSorted()).toEqual(AFTER_RECENT_SIGN_IN))

  it.each(declared)('is refused by %s', async (name) => {
    const admin = await blog().makeAdmin()
    const things = { userId: admin.id, actorId: admin.id, postId: 'p', commentId: 'c', sessionId: 's', trashedId: 't' }
    const [method = ''] = endpoints[name].key.split(' ')
    const headers = { 'content-type': 'application/json' }
    const body = method === 'GET' ? null : JSON.stringify(ROWS[name].body?.(things) ?? {})
    blog().clock.advance(RECENT_SIGN_IN_MS + 1)
    const response = await admin.send(ROWS[name].path(things), { method, headers, body })
    expect([response.status, await response.json()]).toMatchObject([403, { code: 'recent_sign_in_required' }])
  })
})

describe('writes from another origin', () => {
  const blog = useTestApp('sqlite')

  it.each(Object.entries(ROWS).filter(([name]) => !endpoints[name as EndpointName].key.startsWith('GET ')))('%s', async (name, row) => {
    const admin = await blog().makeAdmin()
    const things = { userId: admin.id, actorId: admin.id, postId: 'p', commentId: 'c', sessionId: 's', trashedId: 't' }
    const response = await admin.send(row.path(things), {
      method: endpoints[name as EndpointName].key.split(' ')[0] ?? '',
      headers: { origin: 'https://evil.example', 'content-type': 'application/json' },
      body: JSON.stringify(row.body?.(things) ?? {}),
    })
    expect(response.status).toBe(403)
  })
})
