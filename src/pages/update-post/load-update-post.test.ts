import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import type { SignedIn } from '#accounts/contract/auth.endpoints.ts'
import { ApiError } from '#ui/api/api-error.ts'
import type { Api } from '#ui/api/client.ts'
import { loader } from './update-post.page.tsx'
import { UpdatePost } from './update-post.island.tsx'

const load = (error: ApiError) => {
  const api = (async () => {
    throw error
  }) as unknown as Api
  return loader({ api, session: { _id: 'u1' } as SignedIn, params: { postId: 'p1' }, url: new URL('http://blog.test/update-post/p1') })
}

test('The update screen shows and logs why a post could not be loaded', async () => {
  const logged = vi.spyOn(console, 'log').mockImplementation(() => {})
  const data = await load(new ApiError({ status: 503, code: 'unavailable', message: 'The blog is busy.' }))
  const html = renderToString(createElement(UpdatePost, data))
  expect(html).toContain('Update Post')
  expect(html).toContain('The blog is busy.')
  expect(html).not.toContain('<form')
  expect(logged).toHaveBeenCalledWith('The blog is busy.')
})

test('A missing post fails the whole update screen', async () => {
  const error = new ApiError({ status: 404, code: 'not_found', message: 'There is no such post.' })
  await expect(load(error)).rejects.toBe(error)
})
