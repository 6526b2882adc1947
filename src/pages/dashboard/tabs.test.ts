import { expect, test } from 'vitest'
import { listMenu, loadDashboard, tabOf } from './tabs.ts'
import { renderToString } from 'react-dom/server'
import { createElement } from 'react'
import type { SignedIn } from '#accounts/contract/auth.endpoints.ts'
import type { Api } from '#ui/api/client.ts'
import { PageContext } from '#site/web/page-context.ts'
import type { PageInfo } from '#site/web/page-info.ts'
import { Dashboard } from './dashboard.island.tsx'
import { SETTINGS_PAGES, settingsPath } from '#ui/dashboard/settings-section.ts'

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

test('The list of settings names every page', async () => {
  const list = render(await load('/dashboard?tab=settings'))
  expect(Array.from(list.matchAll(/href="([^"]+section=[a-z-]+)"/g), ([, href]) => href)).toEqual(
    SETTINGS_PAGES.map((id) => settingsPath(id).replace('&', '&amp;')),
  )
})

test('Moving in is no entry of the menu, but a link of the settings leads to it', async () => {
  expect(listMenu(admin).map(({ id }) => id)).not.toContain('moving')
  expect(tabOf('moving', admin).id).toBe('moving')
})
