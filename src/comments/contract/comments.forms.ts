import { form, text, textUnlessEmpty } from '#platform/contract/form.ts'
import { plainPath } from '#platform/contract/paths.ts'
import { createComment, likeComment, reportComment } from './comments.endpoints.ts'

const COMMENTS = '#comments'

export const commentForm = form('comment', {
  pages: ['post'],
  endpoint: createComment,
  fields: { content: text, postId: text, parentId: text, requestKey: textUnlessEmpty },
  hidden: ['postId', 'parentId', 'requestKey'],
  // A reply appears in its thread on the current page of comments, a new comment on the first page.
  next: (comment, url) =>
    plainPath(url) + (comment.parentId === undefined ? '' : url.search) + (comment.pending ? COMMENTS : `#comment-${comment._id}`),
})

export const likeCommentForm = form('like', {
  pages: ['post'],
  endpoint: likeComment,
  params: ['commentId'],
  // The query holds the page of comments.
  next: (comment, url) => `${plainPath(url)}${url.search}#comment-${comment._id}`,
  afterSignIn: (url) => plainPath(url) + COMMENTS,
})

export const reportCommentForm = form('report', {
  pages: ['post'],
  endpoint: reportComment,
  params: ['commentId'],
  fields: { reason: textUnlessEmpty },
})

export const commentForms = [commentForm, likeCommentForm, reportCommentForm]
