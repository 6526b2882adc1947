import { expect, it } from 'vitest'
import { publishLabel, readPublishAt, restate, timeProblem, timeWords } from './publish-choices.ts'

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

it('Button and line say when a planned post is published at once, and not where its time stays or is moved', () => {
  const said = (time: string) => [publishLabel(time, LATER), timeWords(time, LATER)]
  expect(said('')).toEqual(['Publish now', 'published now'])
  expect(said('2020-07-01T20:30')).toEqual(['Publish now', 'published now, dated 1 July 2020 at 20:30'])
  expect(said('2090-07-01T20:30')).toEqual(['Update post', 'on 1 July 2090 at 20:30'])
  expect(said('2090-07-02T20:30')).toEqual(['Update post', 'on 2 July 2090 at 20:30'])
  expect([publishLabel('', NEW), timeWords('', NEW), publishLabel('2090-07-01T20:30', NEW)]).toEqual(['Publish', '', 'Plan post'])
})

it('A time in the future is refused where it is chosen, and not promised, on a published post alone', () => {
  const of = (target: typeof LATER | typeof PUBLISHED | typeof NEW, time: string) => [timeProblem(time, target), timeWords(time, target)]
  expect(of(PUBLISHED, '2090-07-01T20:30')).toEqual(['This post is published already, so it cannot be planned for later.', ''])
  expect(of(PUBLISHED, '2020-07-01T20:30')).toEqual([undefined, 'dated 1 July 2020 at 20:30'])
  for (const target of [NEW, LATER]) expect(timeProblem('2090-07-02T20:30', target)).toBe(undefined)
})

it('A year of five digits is no time, and is asked for again', () => {
  for (const target of [NEW, LATER, PUBLISHED])
    expect([timeProblem('12027-07-01T20:30', target), timeProblem('', target)]).toEqual([
      'Please choose a date and a time, or empty the field.',
      undefined,
    ])
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
