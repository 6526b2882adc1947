import { expect, test } from 'vitest'
import { AUDIENCES } from '#platform/contract/audiences.ts'
import { audienceWarning } from './audience.tsx'

test('A warning appears only if the audience grows', () => {
  const opened = AUDIENCES.flatMap((before) =>
    AUDIENCES.filter((after) => audienceWarning(before, after) !== null).map((after) => `${before} ${after}`),
  )
  expect(opened).toEqual(['family public', 'admins public', 'admins family'])
  expect(audienceWarning('family', 'public')).toBe('Until now only your family could read this. Then everyone can.')
})
