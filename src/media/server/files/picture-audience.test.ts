import { randomBytes } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { createPage } from '#site/contract/blog-pages.endpoints.ts'
import { createPost, deletePost, updatePost } from '#writing/contract/edit-posts.endpoints.ts'
import { disableUser, updateUser } from '#accounts/contract/users.endpoints.ts'
import { restorePost, saveDraft } from '#writing/contract/writing.endpoints.ts'
import { updateLook } from '#site/contract/look.endpoints.ts'
import { updateSettings } from '#site/contract/settings.endpoints.ts'
import type { Audience } from '#platform/contract/audiences.ts'
import { onEachEngine, useTestApp } from '#tests/support/engines.ts'
import { addOldPosts, findScan } from '#tests/support/database/query-plans.ts'
import type { CompiledQuery } from 'kysely'
import { openDatabase } from '#platform/database/database.ts'
import type { TestUser } from '#tests/support/test-app.ts'
import type { TestClient } from '#tests/support/test-client.ts'
import { audienceOfPicture } from './picture-audience.ts'
import { createPicture, findUsedFolders } from './pictures.store.ts'

const NAMES = ['1773480413000-sea_1000x750_111222333444555666777888999aaabbbccc.jpg', '96.avif', '320.webp', '640.jpg'] as const
const PUBLIC = 'public, max-age=31536000, s-maxage=0, immutable'

onEachEngine('A picture', (engine) => {
  const blog = useTestApp(engine)
  const people = {} as Record<'visitor' | 'reader' | 'family' | 'admin' | 'uploader', TestClient>
  let admin: TestUser
  let uploader: TestUser

  beforeAll(async () => {
    admin = await blog().makeAdmin()
    uploader = await blog().makeUser()
    const family = await blog().makeUser()
    await blog().edit((trx) => trx.updateTable('users').set({ is_family: 1 }).where('id', '=', family.id).execute())
    Object.assign(people, { visitor: blog().visitor(), reader: await blog().makeUser(), family, admin, uploader })
  })

  /** Stores a picture like an upload, but with random bytes. @returns its address */
  async function makePicture(by: TestUser = uploader): Promise<string> {
    const { db, storage, clock } = blog()
    const folder = randomBytes(12).toString('base64url')
    const address = `/files/${folder}/${NAMES[0]}`
    await createPicture(db, { folder, user_id: by.id, kind: 'post', address, bytes: 4000, created_at: clock.now })
    for (const name of NAMES) await storage.files.write(`${folder}/${name}`, randomBytes(1000))
    return address
  }

  const setAudience = (id: string, audience: Audience) =>
    blog().edit((trx) => trx.updateTable('posts').set({ audience }).where('id', '=', id).execute())

  async function makePost(image: string, audience: Audience) {
    const post = await blog().makePost({ by: admin, content: `<p>x</p><img src="${image}" alt="">` })
    await setAudience(post._id, audience)
    return post
  }

  /** Returns who can open the picture, in the order of their roles. */
  async function openedBy(address: string): Promise<string> {
    const opened = []
    for (const [name, person] of Object.entries(people)) {
      const response = await person.send(address, { method: 'HEAD' })
      expect([200, 404]).toContain(response.status)
      if (response.status === 200) opened.push(name)
    }
    return opened.join(' ')
  }

  const EVERYONE = 'visitor reader family admin uploader'

  it.each([
    ['public', EVERYONE],
    ['family', 'family admin uploader'],
    ['admins', 'admin uploader'],
  ] as const)('A picture of a post for %s can be opened by: %s', async (audience, opened) => {
    const inText = await makePicture()
    await makePost(inText, audience)
    const cover = await makePicture()
    const post = await blog().makePost({ by: admin, image: cover })
    await setAudience(post._id, audience)
    for (const address of [inText, cover]) expect(await openedBy(address)).toBe(opened)
  })

  it('A picture of several posts has the widest audience of them, also right after a change', async () => {
    const address = await makePicture()
    const posts = [await makePost(address, 'admins'), await makePost(address, 'family')]
    expect(await openedBy(address)).toBe('family admin uploader')
    await setAudience(posts[0]?._id ?? '', 'public')
    expect(await openedBy(address)).toBe(EVERYONE)
    const params = { postId: posts[0]?._id ?? '', userId: admin.id }
    await admin.call(deletePost, { params })
    expect(await openedBy(address)).toBe('family admin uploader')
    await setAudience(posts[1]?._id ?? '', 'admins')
    expect(await openedBy(address)).toBe('admin uploader')
  })

  it('A picture that only the trash, an old version, a draft or a planned post shows is for admins and its uploader', async () => {
    const addresses = await Promise.all(Array.from({ length: 6 }, () => makePicture()))
    const [, trashed = '', former = '', drafted = '', edited = '', planned = ''] = addresses
    const content = (address: string) => `<p>x</p><img src="${address}" alt="">`
    const gone = await makePost(trashed, 'public')
    await admin.call(deletePost, { params: { postId: gone._id, userId: admin.id } })
    const changed = await makePost(former, 'public')
    const params = { postId: changed._id, userId: admin.id }
    await admin.call(updatePost, { params, body: { content: '<p>y</p>' } })
    const draft = { sequence: 0, title: 'x', category: 'life' as const, image: '', audience: 'public' as const }
    await admin.call(saveDraft, { params: { postId: 'b'.repeat(32) }, body: { ...draft, baseRevision: 0, content: content(drafted) } })
    await admin.call(saveDraft, { params: { postId: changed._id }, body: { ...draft, baseRevision: 2, content: content(edited) } })
    await admin.call(createPost, {
      body: { title: 'Soon', content: content(planned), publishAt: '2049-01-01T00:00:00Z' },
    })
    const folders = addresses.map((address) => address.split('/')[2] ?? '')
    expect(await findUsedFolders(blog().db, folders)).toEqual(new Set(folders.slice(1)))
    expect(await findUsedFolders(blog().db, [])).toEqual(new Set())
    for (const address of addresses) expect(await openedBy(address)).toBe('admin uploader')
    await admin.call(restorePost, { params: { postId: gone._id } })
    expect(await openedBy(trashed)).toBe(EVERYONE)
  })

  it('A picture of an own page has the audience of the page, and one of the About page is public', async () => {
    const page = await admin.call(createPage, { body: { title: 'For us' } })
    const write = async (id: string, address: string) =>
      admin.call(updatePost, {
        params: { postId: id, userId: admin.id },
        body: { content: `<p>x</p><img src="${address}" alt="">` },
      })
    const [own, about] = [await makePicture(), await makePicture()]
    await write(page._id, own)
    await write('about', about)
    const setPage = (audience: Audience) =>
      blog().edit((trx) => trx.updateTable('posts').set({ audience }).where('id', '=', page._id).execute())
    await setPage('public')
    expect([await openedBy(own), await openedBy(about)]).toEqual([EVERYONE, EVERYONE])
    await setPage('family')
    expect(await openedBy(own)).toBe('family admin uploader')
    await setPage('admins')
    expect(await openedBy(own)).toBe('admin uploader')
  })

  it('A profile picture is public, but using a post’s picture as one’s own does not open it', async () => {
    const [face, secret] = [await makePicture(), await makePicture(admin)]
    const use = (user: TestUser, profilePicture: string) => user.call(updateUser, { params: { userId: user.id }, body: { profilePicture } })
    await makePost(secret, 'family')
    await use(uploader, secret)
    expect(await openedBy(secret)).toBe('family admin')
    await use(uploader, face)
    expect(await openedBy(face)).toBe(EVERYONE)
  })

  it('On a closed blog those who are not family can open only the logo', async () => {
    const [logo, homePicture, shown] = [await makePicture(), await makePicture(), await makePicture()]
    await admin.call(updateLook, { body: { logo, homePicture } })
    await makePost(shown, 'public')
    expect([await openedBy(logo), await openedBy(homePicture)]).toEqual([EVERYONE, EVERYONE])
    await admin.call(updateSettings, { body: { isClosed: true } })
    const members = 'family admin uploader'
    expect([await openedBy(logo), await openedBy(homePicture), await openedBy(shown)]).toEqual([EVERYONE, members, members])
    await admin.call(updateSettings, { body: { isClosed: false } })
    expect(await openedBy(shown)).toBe(EVERYONE)
  })

  it('A disabled account or an invalid session cannot open a restricted picture', async () => {
    const address = await makePicture()
    await makePost(address, 'family')
    const user = await blog().makeUser({ isFamily: true })
    const cookie = { headers: { cookie: user.cookie ?? '' } }
    const statusOf = async ({ headers }: { headers: Record<string, string> }) =>
      (await blog().visitor().send(address, { headers, method: 'HEAD' })).status
    expect(await statusOf(cookie)).toBe(200)
    await admin.call(disableUser, { params: { userId: user.id }, body: { disabled: true } })
    expect(await statusOf(cookie)).toBe(404)
    expect(await statusOf({ headers: { cookie: `kindred-session=${'x'.repeat(43)}` } })).toBe(404)
  })

  it('Every size and format has the headers for the picture’s audience', async () => {
    const address = await makePicture()
    const post = await makePost(address, 'public')
    const files = NAMES.map((name) => address.replace(NAMES[0], name))
    const control = async (path: string, init: RequestInit = {}) => {
      const response = await people.family.send(path, init)
      await response.arrayBuffer()
      return `${response.status} ${response.headers.get('cache-control')}`
    }
    for (const file of files) expect(await control(file)).toBe(`200 ${PUBLIC}`)
    await setAudience(post._id, 'family')
    for (const file of files) {
      const etag = (await people.family.send(file, { method: 'HEAD' })).headers.get('etag') ?? ''
      expect(await control(file)).toBe('200 private, no-cache')
      expect(await control(file, { method: 'HEAD' })).toBe('200 private, no-cache')
      expect(await control(file, { headers: { range: 'bytes=0-9', 'if-range': etag } })).toBe('206 private, no-cache')
      expect(await control(file, { headers: { range: 'bytes=9999-' } })).toBe('416 private, no-cache')
      expect(await control(file, { headers: { 'if-none-match': etag } })).toBe('304 private, no-cache')
    }
    await setAudience(post._id, 'admins')
    for (const file of files) {
      const etag = `"${file.slice('/files/'.length).replace('/', '-')}"`
      for (const headers of [{}, { range: 'bytes=0-9' }, { range: 'bytes=9999-' }, { 'if-none-match': etag }, { 'if-none-match': '*' }]) {
        expect(await control(file, { headers: headers as Record<string, string> })).toBe('404 no-store')
      }
      expect(await control(file, { method: 'HEAD' })).toBe('404 no-store')
    }
  })

  it('A forbidden picture gets the same response as a missing one', async () => {
    const address = await makePicture()
    await makePost(address, 'family')
    const wrong = [`/files/${'A'.repeat(16)}/${NAMES[0]}`, `/files/${'A'.repeat(16)}/320.webp`, address.replace(NAMES[0], '321.webp')]
    for (const who of [people.visitor, people.reader]) {
      const shapes = []
      for (const path of [address, address.replace(NAMES[0], '320.webp'), ...wrong]) {
        const response = await who.send(path, {})
        const headers = [...response.headers].filter(([name]) => name !== 'x-request-id')
        shapes.push(JSON.stringify([response.status, headers, await response.text()]))
      }
      expect(new Set(shapes).size).toBe(1)
    }
  })

  it('A request runs one indexed statement, and does not read the storage if it is refused', async () => {
    const address = await makePicture()
    await makePost(address, 'family')
    await addOldPosts(blog())
    const seen: CompiledQuery[] = []
    const db = await openDatabase(blog().databaseUrl, { onQuery: (query) => void seen.push(query) })
    let finds = 0
    const { storage } = blog()
    const files = { ...storage.files, find: (key: string) => ((finds += 1), storage.files.find(key)) }
    const app = blog().appWith({ db, storage: { ...storage, files } })
    const open = async (cookie: string) => (await app.request(address, { headers: { cookie }, method: 'HEAD' })).status
    expect([await open(''), seen.length, finds]).toEqual([404, 1, 0])
    expect(await findScan(blog().db, engine, seen[0] as CompiledQuery)).toBeNull()
    expect([await open(people.family.cookie ?? ''), finds]).toEqual([200, 1])
    await db.destroy()
  })
})

describe('The audience of a picture', () => {
  it.each(['logo', 'page/privacy-policy', 'page/terms'])('On a closed blog it stays public for: %s', (place) => {
    const closed = { uses: [{ place, audience: 'public' as const }], isBlogClosed: true }
    expect(audienceOfPicture(closed)).toBe('public')
  })
})
