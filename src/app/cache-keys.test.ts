import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { endpoints } from '#app/contract/endpoints.ts'
import type { Endpoint } from '#platform/contract/endpoint.ts'
import { pageIds, pages } from '#pages/pages.ts'
import { cacheKeys } from './addresses.ts'

const { cacheableAddress } = cacheKeys

const reads = Object.values<Endpoint>(endpoints).filter(({ key }) => key.startsWith('GET '))
const open = reads.filter(({ access }) => access === 'everyone')

describe('cacheableAddress', () => {
  it.each([
    ['/', '/'],
    ['/?utm_source=mail', '/'],
    ['/?pp=1', '/'],
    ['/?p=12&x=1', '/?p=12'],
    ['/Search?sort=asc', '/Search?sort=asc'],
    ['/about/', '/about'],
    ['/post/buses?fbclid=1', '/post/buses'],
    ['/search?sort=asc&searchTerm=a%20b&x=1', '/search?searchTerm=a+b&sort=asc'],
    ['/search?searchTerm=a+b&sort=asc', '/search?searchTerm=a+b&sort=asc'],
    ['/API/Post/getPosts/?Limit=3&limit=3&order=asc', '/api/post/getposts?order=asc&limit=3'],
    ['/api/comment/getPostComments/1/', '/api/comment/getpostcomments/1'],
    ['/api/user/1', '/api/user/1'],
    ['/api/site', '/api/site'],
    ['/feed.xml', '/feed.xml'],
    ['/sitemap.xml?x=1', '/sitemap.xml'],
  ])('normalises %s to %s', (target, address) => expect(cacheableAddress(target)).toBe(address))

  it.each([
    '/dashboard',
    '/Dashboard/?tab=users',
    '/create-post',
    '/update-post/1',
    '/api/user/getusers',
    '/API/user/getUsers/',
    '/api/user/my-data',
    '/api/auth/session',
    '/api/comment/getcomments',
    '/files/a/b.webp',
    '/nothing/here',
    '/dashboard//',
    '//dashboard',
    `/search?searchTerm=${'x'.repeat(700)}`,
  ])('is null for %s', (target) => expect(cacheableAddress(target)).toBeNull())

  it.each(reads.filter(({ access }) => access !== 'everyone'))('is null for $key, which needs a session', ({ key }) =>
    expect(cacheableAddress(key.slice('GET '.length).replaceAll(/:\w+/g, 'x'))).toBeNull(),
  )

  it.each(pageIds.filter((id) => pages[id].isCacheable))('keeps exactly the query of the page %s', (id) => {
    const page: { path: string; query?: readonly string[] } = pages[id]
    const path = page.path.replaceAll(/:\w+/g, 'x')
    const query = (page.query ?? []).map((name) => `${name}=1`).join('&')
    expect(cacheableAddress(`${path}?unknown=1&${query}`)).toBe(query === '' ? path : `${path}?${query}`)
  })

  it.each(pageIds.filter((id) => pages[id].access !== 'everyone'))('is null for the guarded page %s', (id) => {
    expect(pages[id].isCacheable).toBe(false)
    expect(cacheableAddress(pages[id].path.replaceAll(/:\w+/g, 'x'))).toBeNull()
  })

  it.each(open.filter(({ isCacheable }) => isCacheable === false))('is null for $key, which is about one person', ({ key }) => {
    expect(cacheableAddress(`${key.slice('GET '.length)}?link=1`)).toBeNull()
  })

  it.each(open.filter(({ isCacheable }) => isCacheable !== false))('keeps every query parameter that $key declares', (endpoint) => {
    const { key } = endpoint
    const path = key.slice('GET '.length).replaceAll(/:\w+/g, 'x')
    const names = Object.keys((endpoint.query as z.ZodObject | undefined)?.shape ?? {})
    const query = names.map((name) => `${name}=1`).join('&')
    expect(cacheableAddress(`${path}?${query}`)).toBe(query === '' ? path : `${path}?${query}`)
  })
})
