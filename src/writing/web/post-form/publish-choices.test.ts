import { expect, it } from 'vitest'
import { readPublishAt, restate } from './publish-choices.ts'

const PLANNED = '2090-07-01T08:30:45.000Z'

const timeZone = 'Pacific/Auckland'
const NEW = { postId: 'new', plannedFor: undefined, timeZone }
const PUBLISHED = { postId: 'p1', plannedFor: undefined, timeZone }
const LATER = { postId: 'p1', plannedFor: PLANNED, timeZone }

it('A time that was not changed is left as it is, to the second', () => {
  expect(readPublishAt('2090-07-01T20:30', LATER)).toBe('unchanged')
  expect(readPublishAt('', PUBLISHED)).toBe('unchanged')
})

it('A chosen time is in the time zone of the blog, and an emptied field means now', () => {
  const chosen = new Date('2090-07-01T22:15:00Z')
  for (const target of [NEW, PUBLISHED, LATER]) expect(readPublishAt('2090-07-02T10:15', target)).toEqual(chosen)
  for (const target of [NEW, LATER]) expect(readPublishAt('', target)).toBe('now')
})

it('What an attempt without a response has said is said again, as it was when the form was opened or as it is now', () => {
  const target = { userId: 'u1', ...LATER, date: PLANNED, commentsOpen: true, audience: 'family' } as const
  const unchanged = { publishAt: 'unchanged', commentsOpen: 'unchanged', audience: 'unchanged', mail: 'unspecified' } as const
  const said = { publishAt: 'now', commentsOpen: false, audience: 'public', mail: 'yes' } as const
  expect(restate(unchanged, said, target)).toEqual({
    publishAt: new Date(PLANNED),
    commentsOpen: true,
    audience: 'family',
    mail: 'yes',
  })
  expect(restate(unchanged, { ...said, mail: 'no' }, { ...target, ...NEW, date: undefined })).toMatchObject({ mail: 'yes' })
  expect(restate(said, unchanged, target)).toEqual(said)
  expect(restate(unchanged, unchanged, target)).toEqual(unchanged)
})
