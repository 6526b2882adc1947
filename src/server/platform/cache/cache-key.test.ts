import { describe, expect, it } from 'vitest'
import { endpoints } from '#contract/api.ts'
import { cacheKey } from './cache-key.ts'

describe('cacheKey', () => {
  it.each([
    ['/', '/'],
    ['/?utm_source=mail', '/'],
    ['/?p=x&pp=1', '/'],
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
  ])('%s is %s', (target, key) => expect(cacheKey(target)).toBe(key))

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
    '/?p=12',
    '/?x=1&p=12',
    `/search?searchTerm=${'x'.repeat(700)}`,
  ])('%s is not kept', (target) => expect(cacheKey(target)).toBeUndefined())

  it.each(Object.entries(endpoints).filter(([key, { access }]) => key.startsWith('GET ') && access !== 'everyone'))(
    '%s is somebody’s own, and not kept',
    (key) => expect(cacheKey(key.slice('GET '.length).replaceAll(/:\w+/g, 'x'))).toBeUndefined(),
  )
})
