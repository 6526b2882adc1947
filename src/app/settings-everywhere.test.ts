import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { beginPasskey } from '#accounts/contract/passkeys.endpoints.ts'
import type { getSite } from '#site/contract/site.endpoints.ts'
import type { CallOutput } from '#platform/contract/endpoint.ts'
import type { BodyOf } from '#platform/contract/form.ts'
import { endpoints } from './contract/endpoints.ts'
import { HOME_DRAWINGS } from '#site/contract/look.ts'
import { type CachedApi, startCachedApi } from '#tests/support/cached-api.ts'
import { onEachEngine, useTestApp } from '#tests/support/engines.ts'
import { createPasskeyDevice } from '#tests/support/passkey-device.ts'
import { plain } from '#tests/support/pictures.ts'
import type { TestUser } from '#tests/support/test-app.ts'
import { uploadPicture } from '#tests/support/tus.ts'

/**
 * Changes every setting in one process, and reads it in another within a second, through its cache if visitors see it. Bad
 * values are refused with the name of the field. The contract types the table: a setting without a row does not compile.
 */
type Endpoints = typeof endpoints
type SettingsKey = {
  [Name in keyof Endpoints]: Endpoints[Name]['key'] extends `PUT /api/settings${string}` ? Name : never
}[keyof Endpoints]
type Site = CallOutput<typeof getSite>
/** `wayInBefore` is no setting, but what a form showed. */
type Body<Key extends SettingsKey> = Omit<Required<BodyOf<Endpoints[Key]>>, 'wayInBefore'>

interface Row<Value> {
  readonly value: Value | ((admin: TestUser) => Promise<Value>)
  /** Reads the value from the data for visitors; null if only admins see the setting. */
  readonly shown: ((site: Site) => unknown) | null
  /** Bad values, each tried separately. */
  readonly bad: readonly unknown[]
}

const RTL = 'turned \u202Earound'
const LINES = ['  ', 'x'.repeat(61), 'two\nlines', RTL, '\u200B', 7, null]
const uploadLogo = async (admin: TestUser) => uploadPicture(admin, { kind: 'post', bytes: await plain(40, 30).png().toBuffer() })
const addPasskey = async (admin: TestUser) => {
  const { options } = await admin.call(beginPasskey)
  expect((await admin.post('/api/auth/passkeys', { credential: createPasskeyDevice().create(options) })).status).toBe(201)
}
const NEVER_STORED = '/files/AAAAAAAAAAAAAAAA/1-sea_40x30_x.jpg'

const ROWS: { readonly [Key in SettingsKey]: { readonly [Field in keyof Body<Key>]: Row<Body<Key>[Field]> } } = {
  updateBlogWords: {
    name: { value: 'Unsere Tage 🌿', shown: (site) => site.name, bad: LINES },
    mark: { value: 'مرحبا', shown: (site) => site.mark, bad: LINES },
    author: { value: '<b>Us</b>', shown: (site) => site.author, bad: ['x'.repeat(61), 'two\nlines', RTL, 7] },
    contact: { value: 'us@example.org', shown: (site) => site.contact, bad: ['nobody', 'a@b', `${'x'.repeat(250)}@example.org`, 7] },
  },
  updateLinks: {
    links: {
      value: [{ url: 'https://elsewhere.example/us', label: 'Elsewhere' }],
      shown: (site) => site.links,
      bad: ['https://elsewhere.example', Array.from({ length: 7 }, (_, index) => ({ url: `https://${index}.example`, label: 'x' }))],
    },
  },
  updateLook: {
    palette: { value: 'lake', shown: (site) => site.look.palette, bad: ['rainbow', '#ff0000', '', null] },
    theme: { value: 'dark', shown: (site) => site.look.theme, bad: ['dark;color:red', '', 1] },
    text: { value: 'sans', shown: (site) => site.look.text, bad: ['Comic Sans', ''] },
    homePicture: {
      value: HOME_DRAWINGS[1].address,
      shown: (site) => site.look.homePicture,
      bad: [NEVER_STORED, 'https://a.example/b.jpg', null],
    },
    homePictureText: { value: 'البحر 🌊', shown: (site) => site.look.homePictureText, bad: ['x'.repeat(201), RTL] },
    logo: { value: uploadLogo, shown: (site) => site.look.logo, bad: [NEVER_STORED, HOME_DRAWINGS[0].address, 7] },
  },
  updateSettings: {
    firstCommentsWait: { value: true, shown: null, bad: ['yes', 1] },
    linkCommentsWait: { value: false, shown: null, bad: ['no', 0] },
    commentsOpen: { value: false, shown: (site) => site.commentsOpen, bad: ['no', null] },
    commentMaxLength: { value: 1000, shown: (site) => site.commentMaxLength, bad: [0, 251, '1000', 1e9] },
    defaultAudience: { value: 'family', shown: null, bad: ['everyone', '', 2] },
    isClosed: { value: true, shown: (site) => site.isClosed, bad: ['yes', 1] },
    closedNote: { value: 'Nur für die Familie 🌿', shown: (site) => site.closedNote, bad: ['x'.repeat(5001), 7] },
    signUp: { value: 'request', shown: (site) => site.signUp, bad: ['closed', null] },
    adminSecondStep: {
      value: async (admin) => {
        await addPasskey(admin)
        return 'required'
      },
      shown: null,
      bad: ['', 'all', true, null],
    },
    dateLanguage: { value: 'de', shown: (site) => site.dateLanguage, bad: ['', 'xx', 'de-<b>'] },
    mailsPerSecond: { value: 10, shown: null, bad: [0, 101, 1.5, '2', null] },
    mailsPerDay: { value: 2000, shown: null, bad: [0, 19, 100_001, 20.5, '300', null] },
    importFileMaxMegabytes: { value: 300, shown: null, bad: [0, 50, '100', null] },
    mediaMaxMegabytes: { value: 1024, shown: null, bad: [0, 50, '300', null] },
    keepsPrintCopies: { value: false, shown: null, bad: ['no', 0, null] },
    mailHour: { value: 18, shown: null, bad: [-1, 24, 8.5, '8', null] },
  },
}

onEachEngine('Every setting', (engine) => {
  const blog = useTestApp(engine)
  let admin: TestUser
  let other: CachedApi
  beforeAll(async () => {
    admin = await blog().makeAdmin()
    other = await startCachedApi(engine, blog())
  })
  afterAll(() => other.close())

  const readThere = async (path: string) => {
    const response = await fetch(other.url + path, { headers: { cookie: path === '/api/site' ? '' : (admin.cookie ?? '') } })
    return { body: (await response.json()) as any, cache: response.headers.get('cache-status') }
  }

  it('has its row', () => {
    expect(Object.keys(ROWS).toSorted()).toEqual(
      Object.entries(endpoints)
        .flatMap(([name, { key }]) => (key.startsWith('PUT /api/settings') ? name : []))
        .toSorted(),
    )
  })

  describe.each(Object.entries(ROWS) as [SettingsKey, Readonly<Record<string, Row<unknown>>>][])('%s', (name, fields) => {
    const path = endpoints[name].key.slice('PUT '.length)

    it.each(Object.entries(fields))('%s is seen by another process', async (field, { value, shown }) => {
      // The previous change may not have arrived yet.
      await expect.poll(async () => (await readThere('/api/site')).cache).toBe('kindred; hit')
      const wanted = typeof value === 'function' ? await (value as (admin: TestUser) => Promise<unknown>)(admin) : value
      const pick = shown ?? ((body: any) => body[field] as unknown)
      const read = async () => pick((await readThere(shown === null ? path : '/api/site')).body)
      expect(await read()).not.toEqual(wanted)
      const response = await admin.put(path, { [field]: wanted })
      expect(response).toMatchObject({ status: 200, body: { [field]: wanted } })
      await expect.poll(read, { interval: 5 }).toEqual(wanted)
      expect((await readThere(path)).body[field]).toEqual(wanted)
    })

    it.each(Object.entries(fields))('%s refuses bad values with its name', async (field, { bad }) => {
      const before = await readThere(path)
      for (const value of bad) {
        const response = await admin.put(path, { [field]: value })
        expect(response, JSON.stringify(value)).toMatchObject({ status: 400, body: { field, message: expect.stringMatching(/\w/) } })
      }
      expect((await readThere(path)).body).toEqual(before.body)
    })
  })
})
