import { expect, test, onTestFinished, vi } from 'vitest'
import { tabOf, loadDashboard } from './tabs.ts'
import { renderToString } from 'react-dom/server'
import { createElement } from 'react'
import type { SignedIn } from '#accounts/contract/auth.endpoints.ts'
import { DEFAULT_LOOK } from '#site/contract/look.ts'
import { ApiError } from '#ui/api/api-error.ts'
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
const RESPONSES: Readonly<Record<string, unknown>> = {
  'GET /api/user/getusers': { users: [], totalUsers: 3, lastMonthUsers: 1 },
  'GET /api/post/getposts': { posts: [], totalPosts: 4, lastMonthPosts: 2 },
  'GET /api/stats/months': { months: [] },
  'GET /api/settings/look': DEFAULT_LOOK,
}
/** Responds as above; every other call fails. */
const makeApi = (error: ApiError) =>
  (async ({ key }: { key: string }) => {
    if (key in RESPONSES) return RESPONSES[key]
    throw error
  }) as unknown as Api
const load = (error: ApiError, address = '/dashboard') =>
  loadDashboard({ api: makeApi(error), session, url: new URL(address, 'http://blog.test'), params: {} })

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

const busy = new ApiError({ status: 503, code: 'unavailable', message: 'The blog is busy.' })
const logged = vi.spyOn(console, 'log').mockImplementation(() => {})

test('The overview shows what could be loaded, says that something is missing, and the browser logs it', async () => {
  const data = await load(busy)
  expect(logged).not.toHaveBeenCalled()
  vi.stubGlobal('document', {})
  onTestFinished(() => void vi.unstubAllGlobals())
  await load(busy)
  expect(logged).toHaveBeenCalledWith('The blog is busy.')
  const html = render(data)
  expect(html).toContain('Not everything could be loaded just now.')
  expect(html).toContain('Total Users')
  expect(html).not.toContain('Total Comments')
})

test('A list that could not be loaded is left out, and the page offers to try again', async () => {
  const html = render(await load(busy, '/dashboard?tab=comments'))
  expect(html).toContain('href="/dashboard" class="link">Try again')
  expect(html).not.toContain('<table')
})

test('A list of comments that was loaded is whole, whether or not the address asks for more', async () => {
  const call = (async ({ key }: { key: string }) =>
    key === 'GET /api/comment/getcomments' ? { comments: [], totalComments: 0, lastMonthComments: 0 } : { removals: [] }) as unknown as Api
  const url = new URL('/dashboard?tab=comments', 'http://blog.test')
  const html = render(await loadDashboard({ api: call, session, url, params: {} }))
  expect(html).toContain('You have no Comments yet')
  expect(html).not.toContain('Not everything could be loaded just now.')
})

test('A section of the settings that could not be loaded is left out; the list of all needs no data', async () => {
  const section = render(await load(busy, '/dashboard?tab=settings&section=blog'))
  expect(section).toContain('Not everything could be loaded just now.')
  expect(section).not.toContain('<input')
  const list = render(await load(busy, '/dashboard?tab=settings'))
  expect(list).not.toContain('Not everything could be loaded just now.')
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
  const found = render(await load(busy, '/dashboard?tab=settings&search=zebra'))
  expect(found).toContain('No setting has these words.')
})

test('A session that has ended fails the whole page', async () => {
  const ended = new ApiError({ status: 401, code: 'not_signed_in', message: 'Unauthorized' })
  await expect(load(ended)).rejects.toBe(ended)
})
