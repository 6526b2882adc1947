import { expect, it } from 'vitest'
import { toDashboardMessage } from './run-import.ts'

it('Clauses about options and commands are removed from a message, and the rest is unchanged', () => {
  expect(toDashboardMessage('This file is no whole JSON.')).toBe('This file is no whole JSON.')
  expect(
    toDashboardMessage(
      '10 pictures in a row could not be reached. Run this again when the site can be reached; give --pictures FOLDER with a copy of them; or give --no-fetch to go on without.',
    ),
  ).toBe('10 pictures in a row could not be reached. Run this again when the site can be reached.')
  expect(toDashboardMessage('This blog has no admin yet. To make one: npm run blog -- user create --admin')).toBe(
    'This blog has no admin yet.',
  )
  expect(toDashboardMessage("--category must be like 'Hospital days=medical'")).toBe('This cannot be imported as it is.')
})
