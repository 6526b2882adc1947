import { expect, it } from 'vitest'
import { readPublishAt, toLocalTime } from './publish-options.tsx'

const PLANNED = '2090-07-01T08:30:45.000Z'

it('A planned time that was not changed is left as it is, to the second', () => {
  expect(readPublishAt(toLocalTime(PLANNED), PLANNED)).toBeUndefined()
  expect(readPublishAt('', undefined)).toBeUndefined()
  expect(readPublishAt(null, undefined)).toBeUndefined()
})

it('A chosen time is in the time zone of the browser, and an emptied field means now', () => {
  const chosen = readPublishAt('2090-07-02T10:15', PLANNED)
  expect(chosen).toBe(new Date(2090, 6, 2, 10, 15).toISOString())
  expect(toLocalTime(chosen ?? '')).toBe('2090-07-02T10:15')
  expect(readPublishAt('', PLANNED)).toBeNull()
})
