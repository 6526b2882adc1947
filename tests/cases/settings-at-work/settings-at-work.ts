import type { z } from 'zod'
import { endpoints } from '#app/contract/endpoints.ts'
import type { BodyOf } from '#platform/contract/form.ts'
import { BLOG_LINE_MAX_LENGTH, LINK_MAX_LENGTH, LINKS_MAX } from '#site/contract/site-limits.ts'
import type { Settings } from '#site/contract/settings.endpoints.ts'
import { type OddValues, oddValuesOf, type WriteText } from './odd-values.ts'
import { plain } from '#tests/support/media/pictures.ts'
import { uploadPicture } from '#tests/support/media/tus.ts'
import { accessAtWork, commentsAtWork, secondStepAtWork } from './access-at-work.ts'
import { authorAtWork, everywhere, languageAtWork, linksAtWork } from './look-at-work.ts'
import type { Stage } from './stage.ts'

type Endpoints = typeof endpoints
export type SettingsKey = {
  [Name in keyof Endpoints]: Endpoints[Name]['key'] extends `PUT /api/settings${string}` ? Name : never
}[keyof Endpoints]
/** `wasClosed` is what a form showed, and `letIn` are people. */
type SettingsBody<Key extends SettingsKey> = Omit<Required<BodyOf<Endpoints[Key]>>, 'wasClosed' | 'letIn'>

interface Row<Value> {
  /** Fails unless what depends on the setting works with this value, which is stored. */
  readonly works: (stage: Stage, value: Value, all: Settings) => Promise<void>
  /** Writes a text of this length that the field takes, if letters alone are none. */
  readonly write?: WriteText
  /** Further values that must be refused. */
  readonly bad?: readonly unknown[]
  /** Where they do not follow from the schema. */
  readonly values?: (stage: Stage) => Promise<OddValues>
}

type Rows<Key extends SettingsKey> = { readonly [Field in keyof SettingsBody<Key>]: Row<SettingsBody<Key>[Field]> }

const access: Row<unknown> = { works: (stage, _, all) => accessAtWork(stage, all) }
const comments: Row<unknown> = { works: (stage, _, all) => commentsAtWork(stage, all) }
const words: Row<unknown> = { works: (stage) => everywhere(stage) }
const LINES = ['two\nlines', 'turned \u202Earound', '\u200B']

const MAIL_DOMAIN = '@example.org'
const NEVER_STORED = '/files/AAAAAAAAAAAAAAAA/1-sea_40x30_x.jpg'
/** A picture that was uploaded to the blog. */
const pictures = async ({ admin }: Stage) => {
  const [small, wide] = await Promise.all(
    [40, 400].map(async (width) => uploadPicture(admin, { kind: 'post', bytes: await plain(width, 30).png().toBuffer() })),
  )
  const refused = [NEVER_STORED, '/drawings/cover/hills.svg', `https://other.example${small}`, `${small}x`, 7, null]
  return { allowed: ['', small, wide], refused }
}

const linkOf = (index: number, { urlLength = 0, labelLength = 1 } = {}) => {
  const url = `https://${index}.example/`
  return { url: url + 'x'.repeat(Math.max(0, urlLength - url.length)), label: '🌿'.repeat(labelLength) }
}
const longestLinks = (count: number) =>
  Array.from({ length: count }, (_, index) => linkOf(index, { urlLength: LINK_MAX_LENGTH, labelLength: BLOG_LINE_MAX_LENGTH }))

/** What depends on each setting. The contract types the table: a setting without a row does not compile. */
const SETTINGS_AT_WORK: { readonly [Key in SettingsKey]: Rows<Key> } = {
  updateBlogWords: {
    name: { ...words, bad: LINES },
    author: { works: authorAtWork, bad: LINES },
    contact: {
      works: authorAtWork,
      bad: ['nobody', 'a@b', ...LINES],
      write: (letter, length) => letter.repeat(Math.max(1, length - MAIL_DOMAIN.length)) + MAIL_DOMAIN,
    },
    timeZone: {
      ...words,
      values: async () => ({
        allowed: ['America/Los_Angeles', 'Pacific/Auckland', 'Asia/Kathmandu', 'europe/berlin', 'UTC'],
        refused: ['', 'Berlin', '+01:00', 'Mars/Olympus', 'x'.repeat(100), 7, null],
      }),
    },
  },
  updateLinks: {
    links: {
      works: linksAtWork,
      values: async () => ({
        allowed: [[], [linkOf(0)], longestLinks(LINKS_MAX)],
        refused: [
          longestLinks(LINKS_MAX + 1),
          [linkOf(0), linkOf(0)],
          [linkOf(0, { urlLength: LINK_MAX_LENGTH + 1 })],
          [linkOf(0, { labelLength: BLOG_LINE_MAX_LENGTH + 1 })],
          [{ ...linkOf(0), label: '' }],
          '',
          null,
        ],
      }),
    },
  },
  updateLook: {
    palette: words,
    theme: words,
    homePicture: { ...words, values: pictures },
    homePictureText: { ...words, bad: LINES },
    logo: { ...words, values: pictures },
  },
  updateSettings: {
    firstCommentsWait: comments,
    commentsOpen: comments,
    commentMaxLength: comments,
    isClosed: access,
    // Visitors read it while the blog is closed.
    closedNote: {
      async works(stage, _, all) {
        await stage.admin.put('/api/settings', { isClosed: true })
        await accessAtWork(stage, { ...all, isClosed: true })
      },
    },
    adminSecondStep: { works: secondStepAtWork },
    dateLanguage: { works: languageAtWork },
  },
}

type AnyRows = Readonly<Record<string, Row<never>>>
/** The table, without the types of its values. */
export const listRows = () =>
  Object.entries<AnyRows>(SETTINGS_AT_WORK).map(([key, rows]) => [key as SettingsKey, Object.entries(rows)] as const)

/** @param field of the endpoint's body */
export async function valuesOf(key: SettingsKey, field: string, stage: Stage): Promise<OddValues> {
  const rows: AnyRows = SETTINGS_AT_WORK[key]
  const { write, values, bad = [] } = rows[field] ?? {}
  const schema = (endpoints[key].body as z.ZodObject).shape[field] as z.ZodType
  const { allowed, refused } = values ? await values(stage) : oddValuesOf(schema, write)
  return { allowed, refused: [...refused, ...bad] }
}
