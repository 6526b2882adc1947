import { form } from '#platform/contract/form.ts'
import { plainPath } from '#platform/contract/paths.ts'
import { LIKE_FORM_PATH } from './likes.ts'
import { likePost } from './likes.endpoints.ts'

// A separate path: the cookie of a visitor's likes is sent to no other.
export const likePostForm = form('heart', {
  pages: ['post'],
  action: LIKE_FORM_PATH,
  endpoint: likePost,
  params: ['postId'],
  next: (_, url) => `${plainPath(url)}#hearts`,
})

export const postForms = [likePostForm]
