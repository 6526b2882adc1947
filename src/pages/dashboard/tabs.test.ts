import { expect, test } from 'vitest'
import { tabOf, loadDashboard } from './tabs.ts'
import { renderToString } from 'react-dom/server'
import { createElement } from 'react'
import type { SignedIn } from '#accounts/contract/auth.endpoints.ts'
import type { Api } from '#ui/api/client.ts'
import { PageContext } from '#site/web/page-context.ts'
import type { PageInfo } from '#site/web/page-info.ts'
import { Dashboard } from './dashboard.island.tsx'
import { matchSection } from './settings-list.tsx'
import { SECTIONS } from './settings-tab.tsx'
import { sectionPath } from '#ui/dashboard/settings-section.ts'

const admin = { isAdmin: true }
const user = { isAdmin: false }

test.each([
  [null, admin, 'dash'],
  ['', admin, 'dash'],
  ['posts', admin, 'posts'],
  ['comments', admin, 'comments'],
  ['moving', admin, 'moving'],
  ['moving', user, 'profile'],
  ['nonsense', admin, 'profile'],
  [null, user, 'profile'],
  ['profile', user, 'profile'],
  ['users', user, 'profile'],
  ['nonsense', user, 'profile'],
] as const)('tab %j of %j shows %s', (asked, viewer, expected) => {
  expect(tabOf(asked, viewer).id).toBe(expected)
})

const session = { _id: 'u1', username: 'ruthanne', email: 'r@example.org', profilePicture: '/drawings/a.svg', isAdmin: true } as SignedIn
/** The list of settings needs nothing but the numbers of the menu. */
const call = (async () => ({ attention: 0, requests: 0 })) as unknown as Api
const load = (address: string) => loadDashboard({ api: call, session, url: new URL(address, 'http://blog.test'), params: {} })

const page = {
  site: { mail: true, name: 'Ours', mark: 'Ours' },
  path: '/dashboard',
  search: '',
  isMember: true,
  session,
  form: null,
} as unknown as PageInfo
const render = (data: Awaited<ReturnType<typeof load>>) =>
  renderToString(createElement(PageContext, { value: page }, createElement(Dashboard, data)))

test('The list of settings names every section', async () => {
  const list = render(await load('/dashboard?tab=settings'))
  expect(Array.from(list.matchAll(/href="([^"]+section=[a-z-]+)"/g), ([, href]) => href)).toEqual(
    SECTIONS.map(({ id }) => sectionPath(id).replace('&', '&amp;')),
  )
})

test('The list of settings is searched over titles and labels, by each word', async () => {
  const find = (search: string) => SECTIONS.filter((section) => matchSection(section, search) !== null).map(({ id }) => id)
  expect(find('longest COMMENT')).toEqual(['comments'])
  expect(
    matchSection(
      SECTIONS.find(({ id }) => id === 'comments')!,
      'longest',
    ),
  ).toEqual(['Longest comment'])
  expect(find('private key')).toEqual(['backup-place'])
  expect(find('zebra')).toEqual([])
  const found = render(await load('/dashboard?tab=settings&search=zebra'))
  expect(found).toContain('No setting has these words.')
})
