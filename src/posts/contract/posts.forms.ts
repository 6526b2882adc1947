import { form } from '#platform/contract/form.ts'
import { plainPath } from '#platform/contract/paths.ts'
import { HEART_PATH } from './hearts.ts'
import { likePost } from './likes.endpoints.ts'

// A separate path: the cookie of a visitor's hearts is sent to no other.
export const heartForm = form('heart', {
  pages: ['post'],
  action: HEART_PATH,
  endpoint: likePost,
  params: ['postId'],
  next: (_, url) => `${plainPath(url)}#hearts`,
})

export const postForms = [heartForm]
