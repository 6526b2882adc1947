import { expect, test } from 'vitest'
import { tabOf } from './tabs.ts'

const admin = { isAdmin: true }
const user = { isAdmin: false }

test.each([
  [null, admin, 'dash'],
  ['posts', admin, 'posts'],
  ['moving', user, 'profile'],
  ['nonsense', admin, 'profile'],
  [null, user, 'profile'],
  ['users', user, 'profile'],
] as const)('tab %j of %j shows %s', (asked, viewer, expected) => {
  expect(tabOf(asked, viewer).id).toBe(expected)
})
