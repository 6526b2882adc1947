import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { beginPasskey } from '#accounts/contract/passkeys.endpoints.ts'
import type { getSite } from '#site/contract/site.endpoints.ts'
import type { CallOutput } from '#platform/contract/endpoint.ts'
import { endpoints } from './contract/endpoints.ts'
import { type CachedApi, startCachedApi } from '#tests/support/blog/cached-api.ts'
import { onEachEngine, useTestApp } from '#tests/support/engines.ts'
import { createPasskeyDevice } from '#tests/support/sign-in/passkey-device.ts'
import { plain } from '#tests/support/media/pictures.ts'
import type { SettingsBody, SettingsKey } from '#tests/support/settings-at-work/settings-at-work.ts'
import type { TestUser } from '#tests/support/test-app.ts'
import { uploadPicture } from '#tests/support/media/tus.ts'

/**
 * Changes every setting in one process, and reads it in another, through its cache if visitors see it. The
 * contract types the table: a setting without a row does not compile.
 */
type Site = CallOutput<typeof getSite>

interface Row<Value> {
  readonly value: Value | ((admin: TestUser) => Promise<Value>)
  /** Reads the value from the data for visitors; null if only admins see the setting. */
  readonly shown: ((site: Site) => unknown) | null
}

const uploadPng = async (admin: TestUser) => uploadPicture(admin, { kind: 'post', bytes: await plain(40, 30).png().toBuffer() })
const addPasskey = async (admin: TestUser) => {
  const { options } = await admin.call(beginPasskey)
  expect((await admin.post('/api/auth/passkeys', { credential: createPasskeyDevice().create(options) })).status).toBe(201)
}

const ROWS: { readonly [Key in SettingsKey]: { readonly [Field in keyof SettingsBody<Key>]: Row<SettingsBody<Key>[Field]> } } = {
  updateBlogWords: {
    name: { value: 'Unsere Tage 🌿', shown: (site) => site.name },
    author: { value: '<b>Us</b>', shown: (site) => site.author },
    contact: { value: 'us@example.org', shown: (site) => site.contact },
    timeZone: { value: 'Asia/Kathmandu', shown: (site) => site.timeZone },
  },
  updateLinks: {
    links: {
      value: [{ url: 'https://elsewhere.example/us', label: 'Elsewhere' }],
      shown: (site) => site.links,
    },
  },
  updateLook: {
    palette: { value: 'lake', shown: (site) => site.look.palette },
    theme: { value: 'dark', shown: (site) => site.look.theme },
    homePicture: { value: uploadPng, shown: (site) => site.look.homePicture },
    homePictureText: { value: 'البحر 🌊', shown: (site) => site.look.homePictureText },
    logo: { value: uploadPng, shown: (site) => site.look.logo },
  },
  updateSettings: {
    firstCommentsWait: { value: true, shown: null },
    commentsOpen: { value: false, shown: (site) => site.commentsOpen },
    commentMaxLength: { value: 1000, shown: (site) => site.commentMaxLength },
    isClosed: { value: true, shown: (site) => site.isClosed },
    closedNote: { value: 'Nur für die Familie 🌿', shown: (site) => site.closedNote },
    adminSecondStep: {
      value: async (admin) => {
        await addPasskey(admin)
        return 'required'
      },
      shown: null,
    },
    dateLanguage: { value: 'de', shown: (site) => site.dateLanguage },
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
  })
})
