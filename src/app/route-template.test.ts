import { expect, it } from 'vitest'
import { routeTemplate } from './addresses.ts'

it.each([
  ['/', '/'],
  ['/?utm=1', '/'],
  ['/post/a-title?x', '/post/:postSlug'],
  ['/about/', '/about'],
  ['/API/Post/getPosts/?slug=x', '/api/post/getposts'],
  ['/api/user/getusers', '/api/user/getusers'],
  ['/api/user/123', '/api/user/:userId'],
  ['/sign-out', '/sign-out'],
  ['/files/uploads/abc', '/files/uploads/:id'],
  ['/files/folder/name.webp', '/files/:folder/:name'],
  ['/assets/app-1.js', '/assets/:name'],
  ['/how-to-visit', '/:pageSlug'],
  ['/wp-includes/wp-login.php', 'other'],
  ['/post/a/b', 'other'],
  ['', 'other'],
])('the kind of address of %s is %s', (target, template) => {
  expect(routeTemplate(target)).toBe(template)
})
